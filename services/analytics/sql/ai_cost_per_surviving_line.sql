-- ai_cost_per_surviving_line: Cost of AI per line that lives 90 days, weekly, by none.
WITH memberships AS (
  SELECT team_id, member, since, until, team_repos FROM system.one
  ARRAY JOIN {membership_teams:Array(UInt64)} AS team_id, {membership_members:Array(UInt64)} AS member,
    {membership_since:Array(Int32)} AS since, {membership_until:Array(Int32)} AS until, {membership_repos:Array(Array(UInt64))} AS team_repos
)
SELECT bucket, series, (ifNull(max(m_cost), 0)) / nullIf(ifNull(max(m_lived), 0), 0) AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(sum(share * cents_cost) AS Nullable(Float64)) AS m_cost, CAST(NULL AS Nullable(Float64)) AS m_lived
    FROM (
  SELECT usage.*, toDateTime64(usage.date, 3, 'UTC') AS at, toUInt64(part.1) AS repo_id, usage.who AS committer, toFloat64(part.2) AS share,
    usage.who IN {seated:Array(UInt64)} AS has_seat
  FROM (
  SELECT date, provider, organization_id, repo_id AS own_repo_id,
    multiIf(committer_id != 0, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id), team_id != 0, 4503599627370496 + team_id, 0) AS who,
    lines_added, lines_deleted, cents_cost, prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count + input_tokens + output_tokens > 0 AS is_use
  FROM ai_usage FINAL
  WHERE entity_id = {entity_id:UInt64} AND date >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND toDateTime64(date, 3, 'UTC') < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    AND (empty({ai_providers:Array(String)}) OR provider IN {ai_providers:Array(String)})
    AND if(committer_id = 0, {every_team:Bool} OR team_id IN {own_team_ids:Array(UInt64)}, committer_id IN {people:Array(UInt64)})) AS usage
  LEFT JOIN (
  SELECT who, date, organization_id, groupArray((repo_id, lines)) AS parts, sum(lines) AS total
  FROM (
    SELECT wanted.who AS who, wanted.date AS date, wanted.organization_id AS organization_id, worked.repo_id AS repo_id,
      sum(if(wanted.organization_id = 0, worked.entity_lines, worked.organization_lines)) AS lines
    FROM (
      SELECT usage.who AS who, usage.date AS date, usage.organization_id AS organization_id,
        if(usage.who < 4503599627370496, usage.who, member.member) AS worker
      FROM (
      SELECT DISTINCT multiIf(committer_id != 0, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id), team_id != 0, 4503599627370496 + team_id, 0) AS who, date, organization_id FROM ai_usage
      WHERE entity_id = {entity_id:UInt64} AND date >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND toDateTime64(date, 3, 'UTC') < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND repo_id = 0 AND who != 0
      ) AS usage
      LEFT JOIN memberships AS member ON member.team_id + 4503599627370496 = usage.who
      WHERE usage.who < 4503599627370496 OR (toInt32(usage.date) >= member.since AND toInt32(usage.date) < member.until)
    ) AS wanted
    INNER JOIN (
    SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS worker, toDate32(authored_at) AS day, repo_id, transform(repo_id, {home_repos:Array(UInt64)}, {home_organizations:Array(UInt64)}, toUInt64(0)) AS organization_id,
      sumIf(lines - lines_by_operation['noop'], NOT again_in_entity) AS entity_lines,
      sumIf(lines - lines_by_operation['noop'], NOT again_in_organization) AS organization_lines
    FROM commit_scores FINAL
    LEFT JOIN (
    SELECT copy.1 AS copy_repo, copy.2 AS copy_sha, copy.3 AS again_in_entity, copy.4 AS again_in_organization
    FROM (
      SELECT arraySort(groupArray((committed_at, repo_id, sha, transform(repo_id, {home_repos:Array(UInt64)}, {home_organizations:Array(UInt64)}, toUInt64(0))))) AS same,
        arrayJoin(arrayMap((one, n) -> (one.2, one.3, n > 1, indexOf(arrayMap(other -> other.4, same), one.4) < n), same, arrayEnumerate(same))) AS copy
      FROM commit_copies FINAL
      WHERE entity_id = {entity_id:UInt64} AND counts
      GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id))) AS copied ON copied.copy_repo = repo_id AND copied.copy_sha = sha
    WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') - toIntervalDay(28) AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    GROUP BY worker, day, repo_id
    ) AS worked ON worked.worker = wanted.worker
    WHERE worked.day <= wanted.date AND worked.day > wanted.date - 28
      AND (wanted.organization_id = 0 OR wanted.organization_id = worked.organization_id)
    GROUP BY who, date, organization_id, repo_id HAVING lines > 0
  )
  GROUP BY who, date, organization_id) AS shared
    ON shared.who = usage.who AND shared.date = usage.date AND shared.organization_id = usage.organization_id
  ARRAY JOIN multiIf(usage.own_repo_id != 0, [(usage.own_repo_id, 1.)], empty(shared.parts), [(toUInt64(0), 1.)],
    arrayMap(own -> (own.1, own.2 / shared.total), shared.parts)) AS part
  WHERE ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) OR (repo_id = 0 AND usage.organization_id IN {organization_ids:Array(UInt64)})
    ) AS view_row
    GROUP BY bucket, series
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(NULL AS Nullable(Float64)) AS m_cost, CAST(sum(ai_lived) AS Nullable(Float64)) AS m_lived
    FROM (
  SELECT toDateTime64(toDate32(toInt32(born_on) + 90), 3, 'UTC') AS at, repo_id, toString(sha) AS sha, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, toInt64(line_lives.lines) AS lines,
    lines - toInt64(arraySum(arrayMap((count, day) -> if(day < born_on + 90, count, 0), ended, ended_on))) AS lived,
    if(ai_authored, lines, 0) AS ai_lines, if(ai_authored, lived, 0) AS ai_lived
  FROM line_lives FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND committer_id IN {people:Array(UInt64)} AND is_new AND line_lives.lines > 0
    AND born_on + 90 >= intDiv({from_ms:Int64}, 86400000) AND born_on + 90 < intDiv({until_ms:Int64}, 86400000)
    AND (repo_id, line_lives.sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND true AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))
    ) AS view_row
    GROUP BY bucket, series
)
GROUP BY bucket, series
