-- active_llm_user_per_date_count: AI users a day, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, (use_days) / nullIf(days, 0) AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_use_days), 0) AS use_days, {bucket_days:Array(UInt32)}[indexOf({buckets:Array(Date32)}, bucket)] AS days
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(uniqExactIf((date, committer), has_seat AND is_use) AS Nullable(Float64)) AS m_use_days
    FROM (
  SELECT toDateTime64(date, 3, 'UTC') AS at, 0 AS repo_id, known.committer AS committer, known.has_seat AS has_seat,
    provider, date, used.lines_added AS lines_added, used.lines_deleted AS lines_deleted, cents_cost,
    prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    used.lines_added + used.lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0 AS is_use
  FROM (
    SELECT *, if(committer_id = 0, 4503599627370496 + team_id, committer_id) AS user
    FROM ai_usage FINAL
    WHERE entity_id = {entity_id:UInt64} AND date >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND toDateTime64(date, 3, 'UTC') < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
      AND (empty({ai_providers:Array(String)}) OR provider IN {ai_providers:Array(String)})
  ) AS used
  INNER JOIN (
    SELECT identity, committer, has_seat FROM people
    UNION ALL
    SELECT 4503599627370496 + team_id, 4503599627370496 + team_id, false FROM teams FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_team:Bool} OR team_id IN {own_team_ids:Array(UInt64)})
    UNION ALL
    SELECT 4503599627370496, 4503599627370496, false WHERE {every_team:Bool}
  ) AS known ON known.identity = used.user
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
