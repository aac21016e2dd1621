-- ai_coverage_percent: Share of lines with records, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(sum(recorded_lines) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(sum(lines) AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT authored_at AS at, repo_id, if(line_records, lines, 0) AS recorded_lines, lines, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))
    ) AS view_row
GROUP BY bucket, series

-- By the daily sums of commits, where these are right.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(sum(recorded_lines) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(sum(lines) AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT day AS at, repo_id, recorded_lines, lines, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM daily_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND day >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND day < toDate32(fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))
    AND counts_from >= {counts_from:UInt8} AND commits > 0 AND committer_id IN {people:Array(UInt64)}
    ) AS view_row
GROUP BY bucket, series
