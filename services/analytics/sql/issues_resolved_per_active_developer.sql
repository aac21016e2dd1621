-- issues_resolved_per_active_developer: Issues resolved per developer, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, (issues) / nullIf(committers, 0) AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_issues), 0) AS issues, ifNull(max(m_committers), 0) AS committers
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(count() AS Nullable(Float64)) AS m_issues, CAST(NULL AS Nullable(Float64)) AS m_committers
    FROM (
  SELECT assigned.*, ifNull(points, if(is_epic, 0, usual.usual_points)) AS estimated_points
  FROM (
  SELECT issue.resolved AS at, issue.repo_id AS repo_id, issue.key AS key, issue.type AS type, issue.is_epic AS is_epic,
    issue.story_points AS points, ifNull(issue.story_points, 0) AS known_points,
    dateDiff('second', issue.started_at, issue.resolved) / 86400 AS lead_days,
    lower(issue.type) IN ('bug', 'hotfix') AS is_bug,
    greatest(((intDiv((toInt32(toDate32(issue.resolved, {time_zone:String})) + 3), 7) * 5 + least((toInt32(toDate32(issue.resolved, {time_zone:String})) + 3) % 7, 5) - arrayCount(h -> h < toDate32(issue.resolved, {time_zone:String}), {holidays:Array(Date32)})) * {day_length_s:UInt32} + if((toInt32(toDate32(issue.resolved, {time_zone:String})) + 3) % 7 > 4 OR has({holidays:Array(Date32)}, toDate32(issue.resolved, {time_zone:String})), 0, least(greatest(toInt64((toHour(issue.resolved, {time_zone:String}) * 3600 + toMinute(issue.resolved, {time_zone:String}) * 60 + toSecond(issue.resolved, {time_zone:String}))) - {day_start_s:UInt32}, 0), {day_length_s:UInt32}))) - ((intDiv((toInt32(toDate32(issue.created_at, {time_zone:String})) + 3), 7) * 5 + least((toInt32(toDate32(issue.created_at, {time_zone:String})) + 3) % 7, 5) - arrayCount(h -> h < toDate32(issue.created_at, {time_zone:String}), {holidays:Array(Date32)})) * {day_length_s:UInt32} + if((toInt32(toDate32(issue.created_at, {time_zone:String})) + 3) % 7 > 4 OR has({holidays:Array(Date32)}, toDate32(issue.created_at, {time_zone:String})), 0, least(greatest(toInt64((toHour(issue.created_at, {time_zone:String}) * 3600 + toMinute(issue.created_at, {time_zone:String}) * 60 + toSecond(issue.created_at, {time_zone:String}))) - {day_start_s:UInt32}, 0), {day_length_s:UInt32}))), 0) / {day_length_s:UInt32} AS business_days, assignee.committer AS committer
  FROM (SELECT *, assumeNotNull(resolved_at) AS resolved FROM (
  SELECT * FROM issues FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT deleted
    AND (({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) OR key IN (
  SELECT arrayJoin(issue_keys) FROM commit_scores
  WHERE entity_id = {entity_id:UInt64} AND NOT {every_repo:Bool} AND repo_id IN {repo_ids:Array(UInt64)} AND presence = 'existent' AND notEmpty(issue_keys)))) WHERE resolved_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND resolved_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS issue
  LEFT JOIN people AS assignee ON assignee.identity = issue.assignee_committer_id
  WHERE assignee.committer != 0 OR (issue.assignee_committer_id = 0 AND {unassigned_counts:Bool})) AS assigned
  LEFT JOIN (
  SELECT type, quantileExactInclusive(0.5)(assumeNotNull(story_points)) AS usual_points
  FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND story_points IS NOT NULL GROUP BY type) AS usual ON usual.type = assigned.type
    ) AS fact
    GROUP BY bucket, series
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(NULL AS Nullable(Float64)) AS m_issues, CAST(uniqExact(committer) AS Nullable(Float64)) AS m_committers
    FROM (
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
  INNER JOIN people ON people.identity = scored.committer_id
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
