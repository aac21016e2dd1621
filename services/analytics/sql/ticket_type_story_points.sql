-- ticket_type_story_points: Story points by type of issue, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, value AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_value), 0) AS value
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, toString(type) AS series, CAST(sum(known_points) AS Nullable(Float64)) AS m_value
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
    WHERE type != ''
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
