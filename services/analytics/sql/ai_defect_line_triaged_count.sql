-- ai_defect_line_triaged_count: AI lines fixed, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, ai_lines AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_ai_lines), 0) AS ai_lines
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(countIf(origin_ai) AS Nullable(Float64)) AS m_ai_lines
    FROM (
  SELECT line.fixed_at AS at, line.repo_id AS repo_id, people.committer AS committer, line.origin_ai AS origin_ai
  FROM (
  SELECT repo_id, toString(sha) AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    toString(assumeNotNull(origin_sha)) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND sha IN (SELECT toFixedString(fixing, 40) FROM (SELECT DISTINCT fix_sha AS fixing FROM (
  SELECT DISTINCT defect_id, detected_at, fix_sha FROM (
    SELECT defect_id, detected_at, arrayJoin(fix_shas) AS fix_sha FROM (
  SELECT *, if(empty(repo_ids), [repo_id], repo_ids) AS repos,
    arrayFirst(id -> {every_repo:Bool} OR has({repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed
    AND ({every_repo:Bool} OR hasAny(repos, {repo_ids:Array(UInt64)}) OR (organization_id IN {organization_ids:Array(UInt64)} AND repos = [0])))
    UNION ALL
    SELECT defect.defect_id, defect.detected_at, toString(named.sha)
    FROM (
  SELECT *, if(empty(repo_ids), [repo_id], repo_ids) AS repos,
    arrayFirst(id -> {every_repo:Bool} OR has({repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed
    AND ({every_repo:Bool} OR hasAny(repos, {repo_ids:Array(UInt64)}) OR (organization_id IN {organization_ids:Array(UInt64)} AND repos = [0]))) AS defect
    INNER JOIN (
      SELECT sha, arrayJoin(issue_keys) AS issue_key FROM commit_scores FINAL
      WHERE entity_id = {entity_id:UInt64} AND presence = 'existent' AND on_default_branch
    ) AS named ON named.issue_key = defect.defect_key
  ))) WHERE length(fixing) = 40)
    AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')) AS line
  INNER JOIN people ON people.identity = line.fixer_id
  WHERE ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND line.fixed_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND line.fixed_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
