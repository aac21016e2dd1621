-- defect_originated_cohorts_per_committer: Defects originated per committer by cohort, weekly, by ai_cohort.
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
),
all_cohorts AS (
  SELECT user AS cohort_user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days,
    multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
      usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
  FROM (
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
        prompted_accept_count + tab_accept_count AS accepted
      FROM ai_usage FINAL
      WHERE entity_id = {entity_id:UInt64} AND committer_id != 0 AND true
        AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count + input_tokens + output_tokens > 0
      UNION ALL
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id), toDate32(toStartOfWeek(authored_at, 1)), toDate32(authored_at), false, 0
      FROM commit_scores FINAL
      WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND committer_id != 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND ai_lines > 0 AND true
  )
  GROUP BY user, week
)
SELECT bucket, series, (ifNull(max(m_total), 0)) / nullIf(ifNull(max(m_committers), 0), 0) AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, multiIf(view_row.committer = 0 OR view_row.committer > 4503599627370496, 'Unassigned', used.cohort = '', 'Non-AI', used.cohort) AS series, CAST(uniqExact(defect_id) AS Nullable(Float64)) AS m_total, CAST(NULL AS Nullable(Float64)) AS m_committers
    FROM (
  SELECT fix.detected_at AS at, 0 AS repo_id, transform(written.committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, written.committer_id) AS committer, fix.defect_id AS defect_id, line.wrote_at AS wrote_at
  FROM (
    SELECT repo_id, sha, committer_id FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND committer_id IN {people:Array(UInt64)}
  ) AS written
  INNER JOIN (
  SELECT repo_id, sha AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    assumeNotNull(origin_sha) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND (repo_id, sha) IN (
  SELECT repo_id, sha FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))) AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')
    AND kind NOT IN ('comment', 'blank') AND scored) AS line ON line.repo_id = written.repo_id AND line.wrote_sha = written.sha
  INNER JOIN (
  SELECT defect_id, detected_at, fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND ({every_asked:Bool} OR hasAny(if(empty(repo_ids), [repo_id], repo_ids), {asked_repo_ids:Array(UInt64)})
      OR (organization_id IN {organization_ids:Array(UInt64)} AND empty(repo_ids) AND repo_id = 0)) AND detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS fix ON fix.fix_repo = line.repo_id AND fix.fix_sha = line.fixing_sha
    ) AS view_row
    LEFT JOIN all_cohorts AS used ON used.cohort_user = view_row.committer AND used.week = toDate32(toStartOfWeek(view_row.wrote_at, 1))
    GROUP BY bucket, series
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, multiIf(view_row.committer = 0 OR view_row.committer > 4503599627370496, 'Unassigned', used.cohort = '', 'Non-AI', used.cohort) AS series, CAST(NULL AS Nullable(Float64)) AS m_total, CAST(uniqExact(committer) AS Nullable(Float64)) AS m_committers
    FROM (
  SELECT authored_at AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))
    ) AS view_row
    LEFT JOIN cohorts AS used ON used.cohort_user = view_row.committer AND used.week = toDate32(toStartOfWeek(view_row.at, 1))
    GROUP BY bucket, series
)
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
),
all_cohorts_of_days AS (
  SELECT user AS cohort_user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days,
    multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
      usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
  FROM (
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
        prompted_accept_count + tab_accept_count AS accepted
      FROM ai_usage FINAL
      WHERE entity_id = {entity_id:UInt64} AND committer_id != 0 AND true
        AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count + input_tokens + output_tokens > 0
      UNION ALL
      SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id), toDate32(toStartOfWeek(day, 1)), day, false, 0
      FROM daily_scores FINAL
      WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND committer_id != 0 AND ai_commits > 0 AND true
  )
  GROUP BY user, week
)
SELECT bucket, series, (ifNull(max(m_total), 0)) / nullIf(ifNull(max(m_committers), 0), 0) AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, multiIf(view_row.committer = 0 OR view_row.committer > 4503599627370496, 'Unassigned', used.cohort = '', 'Non-AI', used.cohort) AS series, CAST(uniqExact(defect_id) AS Nullable(Float64)) AS m_total, CAST(NULL AS Nullable(Float64)) AS m_committers
    FROM (
  SELECT fix.detected_at AS at, 0 AS repo_id, transform(written.committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, written.committer_id) AS committer, fix.defect_id AS defect_id, line.wrote_at AS wrote_at
  FROM (
    SELECT repo_id, sha, committer_id FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND committer_id IN {people:Array(UInt64)}
  ) AS written
  INNER JOIN (
  SELECT repo_id, sha AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    assumeNotNull(origin_sha) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND (repo_id, sha) IN (
  SELECT repo_id, sha FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))) AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')
    AND kind NOT IN ('comment', 'blank') AND scored) AS line ON line.repo_id = written.repo_id AND line.wrote_sha = written.sha
  INNER JOIN (
  SELECT defect_id, detected_at, fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND ({every_asked:Bool} OR hasAny(if(empty(repo_ids), [repo_id], repo_ids), {asked_repo_ids:Array(UInt64)})
      OR (organization_id IN {organization_ids:Array(UInt64)} AND empty(repo_ids) AND repo_id = 0)) AND detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS fix ON fix.fix_repo = line.repo_id AND fix.fix_sha = line.fixing_sha
    ) AS view_row
    LEFT JOIN all_cohorts_of_days AS used ON used.cohort_user = view_row.committer AND used.week = toDate32(toStartOfWeek(view_row.wrote_at, 1))
    GROUP BY bucket, series
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, multiIf(view_row.committer = 0 OR view_row.committer > 4503599627370496, 'Unassigned', used.cohort = '', 'Non-AI', used.cohort) AS series, CAST(NULL AS Nullable(Float64)) AS m_total, CAST(uniqExact(committer) AS Nullable(Float64)) AS m_committers
    FROM (
  SELECT day AS at, repo_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM daily_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND day >= toDate32(fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')) AND day < toDate32(fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))
    AND counts_from >= {counts_from:UInt8} AND commits > 0 AND committer_id IN {people:Array(UInt64)}
    ) AS view_row
    LEFT JOIN cohorts_of_days AS used ON used.cohort_user = view_row.committer AND used.week = toDate32(toStartOfWeek(view_row.at, 1))
    GROUP BY bucket, series
)
GROUP BY bucket, series
