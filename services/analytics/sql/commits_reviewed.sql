-- commits_reviewed: Commits reviewed, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, ifNull(CAST(uniqExactArray(commit_ids) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT review.*, arrayMap(s -> (review.repo_id, toString(s)), pull.commit_shas) AS commit_ids
  FROM (
  SELECT submitted_at AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, number
  FROM pr_reviews FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND submitted_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND submitted_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND NOT bot AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))) AS review
  LEFT JOIN (SELECT repo_id, number, commit_shas FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})) AS pull
    ON pull.repo_id = review.repo_id AND pull.number = review.number
    ) AS view_row
GROUP BY bucket, series
