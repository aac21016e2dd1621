-- delta_per_ai_dollar: Diff Delta per AI dollar, weekly, by none.
SELECT toString(bucket) AS bucket, series, (ai_delta) / nullIf(cost / 100, 0) AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_ai_delta), 0) AS ai_delta, ifNull(max(m_cost), 0) AS cost
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(sum(ai_delta) AS Nullable(Float64)) AS m_ai_delta, CAST(NULL AS Nullable(Float64)) AS m_cost
    FROM (
  SELECT authored_at AS at, repo_id, ai_delta, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))
    ) AS view_row
    GROUP BY bucket, series
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(NULL AS Nullable(Float64)) AS m_ai_delta, CAST(sum(cents_cost) AS Nullable(Float64)) AS m_cost
    FROM (
  SELECT toDateTime64(date, 3, 'UTC') AS at, 0 AS repo_id,
    if(committer_id = 0, 4503599627370496 + team_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)) AS committer,
    committer IN {seated:Array(UInt64)} AS has_seat, provider, date, lines_added, lines_deleted, cents_cost,
    prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0 AS is_use
  FROM ai_usage FINAL
  WHERE entity_id = {entity_id:UInt64} AND date >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND toDateTime64(date, 3, 'UTC') < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    AND (empty({ai_providers:Array(String)}) OR provider IN {ai_providers:Array(String)})
    AND if(committer_id = 0, {every_team:Bool} OR team_id IN {own_team_ids:Array(UInt64)}, committer_id IN {people:Array(UInt64)})
    ) AS view_row
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
