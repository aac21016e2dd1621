-- ai_inactive_committer_count: Committers without AI, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, committers - engaged AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_committers), 0) AS committers, ifNull(max(m_engaged), 0) AS engaged
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(uniqExactIf(committer, is_commit) AS Nullable(Float64)) AS m_committers, CAST(length(arrayIntersect(groupUniqArrayIf(committer, is_commit), groupUniqArrayIf(committer, is_ai))) AS Nullable(Float64)) AS m_engaged
    FROM (
  SELECT toDateTime64(at, 3, 'UTC') AS at, repo_id, committer, true AS is_commit, ai_lines > 0 AS is_ai FROM (
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.delta AS delta, scored.lines AS lines,
    scored.lines_added AS lines_added, scored.lines_by_operation AS lines_by_operation, scored.delta_by_operation AS delta_by_operation,
    scored.delta_by_category AS delta_by_category, scored.lines_by_provenance AS lines_by_provenance,
    scored.churn_lines AS churn_lines, scored.duplicate_lines AS duplicate_lines, scored.ai_lines_added AS ai_lines_added,
    scored.ai_lines_deleted AS ai_lines_deleted, scored.ai_lines AS ai_lines, scored.ai_delta AS ai_delta,
    scored.old_code_delta AS old_code_delta, scored.connective_calls AS connective_calls,
    scored.issue_keys AS issue_keys, scored.says_fix AS says_fix, people.committer AS committer
  FROM (
    SELECT * FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge
      AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND patch_id != ''
    GROUP BY patch_id, committer_id, authored_at HAVING count() > 1
  ))
  ) AS scored
  INNER JOIN people ON people.identity = scored.committer_id)
  UNION ALL
  SELECT at, 0, committer, false, true FROM (
  SELECT toDateTime64(date, 3, 'UTC') AS at, 0 AS repo_id, known.committer AS committer, known.has_seat AS has_seat,
    provider, date, used.lines_added AS lines_added, used.lines_deleted AS lines_deleted, cents_cost,
    prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    used.lines_added + used.lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0 AS is_use
  FROM (
    SELECT *, if(committer_id = 0, 4503599627370496 + team_id, committer_id) AS user
    FROM ai_usage FINAL
    WHERE entity_id = {entity_id:UInt64} AND date >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND toDateTime64(date, 3, 'UTC') < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
      AND (empty({ai_providers:Array(String)}) OR provider IN {ai_providers:Array(String)})
  ) AS used
  INNER JOIN (
    SELECT identity, committer, has_seat FROM people
    UNION ALL
    SELECT 4503599627370496 + team_id, 4503599627370496 + team_id, false FROM teams FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_team:Bool} OR team_id IN {own_team_ids:Array(UInt64)})
    UNION ALL
    SELECT 4503599627370496, 4503599627370496, false WHERE {every_team:Bool}
  ) AS known ON known.identity = used.user) WHERE is_use
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
