-- pr_awaiting_review_hours: Hours awaiting review, weekly, by none.
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
  SELECT bucket, series, max(m_value) AS value
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(waited_hours) AS Nullable(Float64)) AS m_value
    FROM (
  SELECT subtractMilliseconds(ends, 1) AS at, pull.repo_id AS repo_id, people.committer AS committer, pull.number AS number,
    dateDiff('second', pull.opened_at, ends) / 3600 AS waited_hours
  FROM (
    SELECT *, arrayJoin(arrayMap(ms -> fromUnixTimestamp64Milli(ms, 'UTC'), {bucket_ends_ms:Array(Int64)})) AS ends
    FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND opened_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
  ) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  WHERE pull.opened_at < ends AND NOT pull.draft
    AND (coalesce(pull.merged_at, pull.closed_at) IS NULL OR coalesce(pull.merged_at, pull.closed_at) >= ends)
    AND (pull.first_human_review_at IS NULL OR pull.first_human_review_at >= ends)
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
