-- pr_merged_without_any_review_count: Merged without review, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, ifNull(CAST(countIf(unreviewed) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT assumeNotNull(merged_at) AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, merged_at IS NOT NULL AND first_human_review_at IS NULL
      AND (repo_id, number) NOT IN (SELECT repo_id, number FROM pr_reviews WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})) AS unreviewed
  FROM pull_requests FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND merged_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
    ) AS view_row
GROUP BY bucket, series
