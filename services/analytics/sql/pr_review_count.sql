-- pr_review_count: Reviews, weekly, by none.
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
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(count() AS Nullable(Float64)) AS m_value
    FROM (
  SELECT review.submitted_at AS at, review.repo_id AS repo_id, people.committer AS committer, review.number AS number,
    arrayMap(s -> (review.repo_id, toString(s)), pull.commit_shas) AS commit_ids
  FROM (SELECT * FROM pr_reviews FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND submitted_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND submitted_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND NOT bot) AS review
  INNER JOIN people ON people.identity = review.committer_id
  LEFT JOIN (SELECT repo_id, number, commit_shas FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})) AS pull
    ON pull.repo_id = review.repo_id AND pull.number = review.number
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
