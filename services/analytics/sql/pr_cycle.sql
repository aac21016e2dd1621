-- pr_cycle: Cycle time, weekly, by none.
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
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(cycle_days) AS Nullable(Float64)) AS m_value
    FROM (
  SELECT assumeNotNull(pull.merged_at) AS at, pull.repo_id AS repo_id, people.committer AS committer, pull.number AS number,
    pull.opened_at AS opened_at, pull.first_human_review_at AS first_human_review_at,
    dateDiff('second', pull.first_commit_authored_at, pull.merged_at) / 86400 AS cycle_days,
    dateDiff('second', pull.opened_at, coalesce(pull.merged_at, pull.closed_at)) / 86400 AS resolved_days,
    pull.merged_at IS NOT NULL AND reviews.total = 0 AND pull.first_human_review_at IS NULL AS unreviewed,
    pull.merged_at IS NOT NULL AND pull.first_human_review_at IS NULL AS unreviewed_by_humans,
    pull.merged_at IS NOT NULL AS is_merged
  FROM (SELECT * FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND merged_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  LEFT JOIN (
    SELECT repo_id, number, count() AS total FROM pr_reviews FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) GROUP BY repo_id, number
  ) AS reviews ON reviews.repo_id = pull.repo_id AND reviews.number = pull.number
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
