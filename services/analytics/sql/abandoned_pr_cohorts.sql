-- abandoned_pr_cohorts: Abandoned pull requests by cohort, weekly, by ai_cohort.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
),
cohorts AS (
    SELECT user AS cohort_user, week,
      multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
        usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
    FROM (
      SELECT user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days
      FROM (
        SELECT known.primary_id AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
          prompted_accept_count + tab_accept_count AS accepted
        FROM ai_usage FINAL
        INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS known USING (committer_id)
        WHERE entity_id = {entity_id:UInt64}
          AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0
        UNION ALL
        SELECT known.primary_id, toDate32(toStartOfWeek(authored_at, 1)), toDate32(authored_at), false, 0
        FROM commit_scores FINAL
        INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS known USING (committer_id)
        WHERE entity_id = {entity_id:UInt64} AND presence = 'existent' AND ai_lines > 0
      )
      GROUP BY user, week
    )
)
SELECT toString(bucket) AS bucket, series, total AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_total), 0) AS total
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, if(used.cohort = '', 'Non-AI', used.cohort) AS series, CAST(count() AS Nullable(Float64)) AS m_total
    FROM (
  SELECT assumeNotNull(pull.closed_at) AS at, pull.repo_id AS repo_id, people.committer AS committer, pull.number AS number,
    pull.opened_at AS opened_at, pull.first_human_review_at AS first_human_review_at,
    dateDiff('second', pull.first_commit_authored_at, pull.merged_at) / 86400 AS cycle_days,
    dateDiff('second', pull.opened_at, coalesce(pull.merged_at, pull.closed_at)) / 86400 AS resolved_days,
    pull.merged_at IS NOT NULL AND reviews.total = 0 AND pull.first_human_review_at IS NULL AS unreviewed,
    pull.merged_at IS NOT NULL AND pull.first_human_review_at IS NULL AS unreviewed_by_humans,
    pull.merged_at IS NOT NULL AS is_merged
  FROM (SELECT * FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at IS NULL AND closed_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND closed_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  LEFT JOIN (
    SELECT repo_id, number, count() AS total FROM pr_reviews FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) GROUP BY repo_id, number
  ) AS reviews ON reviews.repo_id = pull.repo_id AND reviews.number = pull.number
    ) AS fact
    LEFT JOIN cohorts AS used ON used.cohort_user = fact.committer AND used.week = toDate32(toStartOfWeek(fact.at, 1))
    WHERE fact.committer != 0
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
