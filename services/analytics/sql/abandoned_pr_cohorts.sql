-- abandoned_pr_cohorts: Abandoned pull requests by cohort, weekly, by ai_cohort.
WITH cohorts AS (
  SELECT user AS cohort_user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days,
    multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
      usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
  FROM (
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
        prompted_accept_count + tab_accept_count AS accepted
      FROM ai_usage FINAL
      WHERE entity_id = {entity_id:UInt64} AND committer_id != 0 AND date >= toStartOfWeek(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC'), 1) AND date < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') + toIntervalDay(7)
        AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count + input_tokens + output_tokens > 0
      UNION ALL
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id), toDate32(toStartOfWeek(authored_at, 1)), toDate32(authored_at), false, 0
      FROM commit_scores FINAL
      WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND committer_id != 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND ai_lines > 0 AND authored_at >= toStartOfWeek(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC'), 1) AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') + toIntervalDay(7)
  )
  GROUP BY user, week
)
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, multiIf(view_row.committer = 0 OR view_row.committer > 4503599627370496, 'Unassigned', used.cohort = '', 'Non-AI', used.cohort) AS series, ifNull(CAST(count() AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT assumeNotNull(closed_at) AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM pull_requests FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at IS NULL AND closed_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND closed_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
    ) AS view_row
    LEFT JOIN cohorts AS used ON used.cohort_user = view_row.committer AND used.week = toDate32(toStartOfWeek(view_row.at, 1))
GROUP BY bucket, series

-- By the daily sums of commits, where these are right.
WITH cohorts_of_days AS (
  SELECT user AS cohort_user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days,
    multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
      usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
  FROM (
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
        prompted_accept_count + tab_accept_count AS accepted
      FROM ai_usage FINAL
      WHERE entity_id = {entity_id:UInt64} AND committer_id != 0 AND date >= toStartOfWeek(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC'), 1) AND date < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') + toIntervalDay(7)
        AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count + input_tokens + output_tokens > 0
      UNION ALL
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id), toDate32(toStartOfWeek(day, 1)), day, false, 0
      FROM daily_scores FINAL
      WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND committer_id != 0 AND ai_commits > 0 AND day >= toStartOfWeek(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC'), 1) AND day < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') + toIntervalDay(7)
  )
  GROUP BY user, week
)
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, multiIf(view_row.committer = 0 OR view_row.committer > 4503599627370496, 'Unassigned', used.cohort = '', 'Non-AI', used.cohort) AS series, ifNull(CAST(count() AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT assumeNotNull(closed_at) AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM pull_requests FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at IS NULL AND closed_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND closed_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
    ) AS view_row
    LEFT JOIN cohorts_of_days AS used ON used.cohort_user = view_row.committer AND used.week = toDate32(toStartOfWeek(view_row.at, 1))
GROUP BY bucket, series
