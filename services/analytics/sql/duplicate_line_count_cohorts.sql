-- duplicate_line_count_cohorts: Duplicate lines by cohort, weekly, by ai_cohort.
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
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, if(used.cohort = '', 'Non-AI', used.cohort) AS series, CAST(sum(duplicate_lines) AS Nullable(Float64)) AS m_total
    FROM (
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.delta AS delta, scored.lines AS lines,
    scored.lines_added AS lines_added, scored.lines_by_operation AS lines_by_operation, scored.delta_by_operation AS delta_by_operation,
    scored.delta_by_category AS delta_by_category, scored.lines_by_provenance AS lines_by_provenance,
    scored.churn_lines AS churn_lines, scored.duplicate_lines AS duplicate_lines, scored.ai_lines_added AS ai_lines_added,
    scored.ai_lines_deleted AS ai_lines_deleted, scored.ai_lines AS ai_lines, scored.ai_delta AS ai_delta,
    scored.old_code_delta AS old_code_delta, scored.connective_calls AS connective_calls,
    scored.issue_keys AS issue_keys, scored.says_fix AS says_fix, people.committer AS committer
  FROM (
    SELECT * FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge
      AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND patch_id != ''
    GROUP BY patch_id, committer_id, authored_at HAVING count() > 1
  ))
  ) AS scored
  INNER JOIN people ON people.identity = scored.committer_id
    ) AS fact
    LEFT JOIN cohorts AS used ON used.cohort_user = fact.committer AND used.week = toDate32(toStartOfWeek(fact.at, 1))
    WHERE fact.committer != 0
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
