-- pr_comments_received: Comments received, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, ifNull(CAST(count() AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT comment.created_at AS at, comment.repo_id AS repo_id, comment.number AS number, author AS committer,
    transform(comment.committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, comment.committer_id) AS commenter, transform(pull.committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, pull.committer_id) AS author
  FROM (
    SELECT repo_id, number, created_at, committer_id FROM pr_comments FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND NOT deleted AND NOT bot AND committer_id != 0
  ) AS comment
  INNER JOIN (SELECT repo_id, number, committer_id FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})) AS pull
    ON pull.repo_id = comment.repo_id AND pull.number = comment.number
  WHERE commenter != author AND comment.committer_id IN {processed:Array(UInt64)} AND (pull.committer_id IN {people:Array(UInt64)} OR (pull.committer_id = 0 AND {unassigned_counts:Bool}))
    ) AS view_row
GROUP BY bucket, series
