-- pr_comments_left: Comments left, weekly, by none.
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
  SELECT comment.created_at AS at, comment.repo_id AS repo_id, commenter.committer AS committer
  FROM (SELECT * FROM pr_comments FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND NOT deleted AND NOT bot) AS comment
  INNER JOIN (SELECT repo_id, number, committer_id FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})) AS pull
    ON pull.repo_id = comment.repo_id AND pull.number = comment.number
  INNER JOIN (SELECT committer_id AS identity, primary_id AS person FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS written
    ON written.identity = comment.committer_id
  INNER JOIN (SELECT committer_id AS identity, primary_id AS person FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS asked
    ON asked.identity = pull.committer_id
  INNER JOIN people AS commenter ON commenter.identity = comment.committer_id
  WHERE written.person != asked.person
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
