-- pr_awaiting_review_count: Pull requests awaiting review, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, ifNull(CAST(uniqExact((at, repo_id, number)) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT subtractMilliseconds(ends, 1) AS at, repo_id, committer, number, dateDiff('second', opened_at, ends) / 3600 AS waited_hours
  FROM (
    SELECT repo_id, number, opened_at, coalesce(merged_at, closed_at) AS ended_at, first_human_review_at, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer,
      arrayJoin(arrayMap(ms -> fromUnixTimestamp64Milli(ms, 'UTC'), {bucket_ends_ms:Array(Int64)})) AS ends
    FROM pull_requests FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND opened_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND NOT draft AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool})) AND ifNull(coalesce(merged_at, closed_at) >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC'), true)
  )
  WHERE opened_at < ends AND ifNull(ended_at >= ends, true) AND ifNull(first_human_review_at >= ends, true)
    ) AS view_row
GROUP BY bucket, series
