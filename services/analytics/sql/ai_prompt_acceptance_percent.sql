-- ai_prompt_acceptance_percent: Prompted suggestions accepted, weekly, by none.
SELECT toString(bucket) AS bucket, series, 100 * (ifNull(m_accepted, 0)) / nullIf(ifNull(m_suggested, 0), 0) AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(sum(prompted_accept_count) AS Nullable(Float64)) AS m_accepted, CAST(sum(prompted_suggest_count) AS Nullable(Float64)) AS m_suggested
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
ORDER BY bucket, series
