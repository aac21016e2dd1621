-- pr_cycle: Cycle time, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST((avg(cycle_seconds) / 86400) AS Nullable(Float64)) AS y_0
FROM (
  SELECT assumeNotNull(merged_at) AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, dateDiff('second', first_commit_authored_at, merged_at) AS cycle_seconds
  FROM pull_requests FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND merged_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
    ) AS view_row
GROUP BY bucket, series
