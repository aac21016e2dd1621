-- quality_cornerstones_percent: Quality cornerstones, weekly, by none.
SELECT bucket, series, arrayMap(parts -> if(empty(parts), NULL, arrayAvg(parts)), [arrayMap(part -> assumeNotNull(part), arrayFilter(part -> part IS NOT NULL, [100 - 100 * (ifNull(max(m_churned), 0)) / nullIf(ifNull(max(m_written), 0), 0), 100 - 100 * (ifNull(max(m_copied), 0)) / nullIf(ifNull(max(m_meaningful), 0), 0), 100 * (ifNull(max(m_reviewed), 0)) / nullIf(ifNull(max(m_merged), 0), 0), if(100 * (ifNull(max(m_explained), 0)) / nullIf(ifNull(max(m_delta), 0), 0) > 25, 100, 4 * 100 * (ifNull(max(m_explained), 0)) / nullIf(ifNull(max(m_delta), 0), 0))]))])[1] AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(sum(churn_lines) AS Nullable(Float64)) AS m_churned, CAST(sum(lines_added + lines_chg) AS Nullable(Float64)) AS m_written, CAST(sum(lines_copy) AS Nullable(Float64)) AS m_copied, CAST(sum(lines - lines_noop) AS Nullable(Float64)) AS m_meaningful, CAST(sum(delta_documentation + delta_test) AS Nullable(Float64)) AS m_explained, CAST(sum(delta) AS Nullable(Float64)) AS m_delta, CAST(NULL AS Nullable(Float64)) AS m_merged, CAST(NULL AS Nullable(Float64)) AS m_reviewed
    FROM (
  SELECT authored_at AS at, repo_id, lines, lines_added, churn_lines, delta, lines_by_operation['chg'] AS lines_chg, lines_by_operation['copy'] AS lines_copy, lines_by_operation['noop'] AS lines_noop, delta_by_category['test'] AS delta_test, delta_by_category['documentation'] AS delta_documentation, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
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
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(NULL AS Nullable(Float64)) AS m_churned, CAST(NULL AS Nullable(Float64)) AS m_written, CAST(NULL AS Nullable(Float64)) AS m_copied, CAST(NULL AS Nullable(Float64)) AS m_meaningful, CAST(NULL AS Nullable(Float64)) AS m_explained, CAST(NULL AS Nullable(Float64)) AS m_delta, CAST(count() AS Nullable(Float64)) AS m_merged, CAST(countIf(NOT unreviewed_by_humans) AS Nullable(Float64)) AS m_reviewed
    FROM (
  SELECT assumeNotNull(merged_at) AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, merged_at IS NOT NULL AND first_human_review_at IS NULL AS unreviewed_by_humans
  FROM pull_requests FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND merged_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
    ) AS view_row
    GROUP BY bucket, series
)
GROUP BY bucket, series

-- By the daily sums of commits, where these are right.
SELECT bucket, series, arrayMap(parts -> if(empty(parts), NULL, arrayAvg(parts)), [arrayMap(part -> assumeNotNull(part), arrayFilter(part -> part IS NOT NULL, [100 - 100 * (ifNull(max(m_churned), 0)) / nullIf(ifNull(max(m_written), 0), 0), 100 - 100 * (ifNull(max(m_copied), 0)) / nullIf(ifNull(max(m_meaningful), 0), 0), 100 * (ifNull(max(m_reviewed), 0)) / nullIf(ifNull(max(m_merged), 0), 0), if(100 * (ifNull(max(m_explained), 0)) / nullIf(ifNull(max(m_delta), 0), 0) > 25, 100, 4 * 100 * (ifNull(max(m_explained), 0)) / nullIf(ifNull(max(m_delta), 0), 0))]))])[1] AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(sum(churn_lines) AS Nullable(Float64)) AS m_churned, CAST(sum(lines_added + lines_chg) AS Nullable(Float64)) AS m_written, CAST(sum(lines_copy) AS Nullable(Float64)) AS m_copied, CAST(sum(lines - lines_noop) AS Nullable(Float64)) AS m_meaningful, CAST(sum(delta_documentation + delta_test) AS Nullable(Float64)) AS m_explained, CAST(sum(delta) AS Nullable(Float64)) AS m_delta, CAST(NULL AS Nullable(Float64)) AS m_merged, CAST(NULL AS Nullable(Float64)) AS m_reviewed
    FROM (
  SELECT day AS at, repo_id, lines, lines_added, churn_lines, delta, lines_chg, lines_copy, lines_noop, delta_test, delta_documentation, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM daily_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND day >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND day < toDate32(fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))
    AND counts_from >= {counts_from:UInt8} AND commits > 0 AND committer_id IN {people:Array(UInt64)}
    ) AS view_row
    GROUP BY bucket, series
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(NULL AS Nullable(Float64)) AS m_churned, CAST(NULL AS Nullable(Float64)) AS m_written, CAST(NULL AS Nullable(Float64)) AS m_copied, CAST(NULL AS Nullable(Float64)) AS m_meaningful, CAST(NULL AS Nullable(Float64)) AS m_explained, CAST(NULL AS Nullable(Float64)) AS m_delta, CAST(count() AS Nullable(Float64)) AS m_merged, CAST(countIf(NOT unreviewed_by_humans) AS Nullable(Float64)) AS m_reviewed
    FROM (
  SELECT assumeNotNull(merged_at) AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, merged_at IS NOT NULL AND first_human_review_at IS NULL AS unreviewed_by_humans
  FROM pull_requests FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND merged_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
    ) AS view_row
    GROUP BY bucket, series
)
GROUP BY bucket, series
