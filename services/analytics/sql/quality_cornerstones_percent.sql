-- quality_cornerstones_percent: Quality cornerstones, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, arrayAvg(arrayMap(part -> assumeNotNull(part), arrayFilter(part -> part IS NOT NULL, [100 - 100 * (churned) / nullIf(written, 0), 100 - 100 * (copied) / nullIf(meaningful, 0), 100 * (reviewed) / nullIf(merged, 0), 4 * least(25, 100 * (explained) / nullIf(delta, 0))]))) AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_churned), 0) AS churned, ifNull(max(m_written), 0) AS written, ifNull(max(m_copied), 0) AS copied, ifNull(max(m_meaningful), 0) AS meaningful, ifNull(max(m_explained), 0) AS explained, ifNull(max(m_delta), 0) AS delta, ifNull(max(m_merged), 0) AS merged, ifNull(max(m_reviewed), 0) AS reviewed
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(sum(churn_lines) AS Nullable(Float64)) AS m_churned, CAST(sum(lines_added + lines_by_operation['chg']) AS Nullable(Float64)) AS m_written, CAST(sum(lines_by_operation['copy']) AS Nullable(Float64)) AS m_copied, CAST(sum(lines - lines_by_operation['noop']) AS Nullable(Float64)) AS m_meaningful, CAST(sum(delta_by_category['documentation'] + delta_by_category['test']) AS Nullable(Float64)) AS m_explained, CAST(sum(delta) AS Nullable(Float64)) AS m_delta, CAST(NULL AS Nullable(Float64)) AS m_merged, CAST(NULL AS Nullable(Float64)) AS m_reviewed
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
    GROUP BY bucket, series
    UNION ALL
    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(NULL AS Nullable(Float64)) AS m_churned, CAST(NULL AS Nullable(Float64)) AS m_written, CAST(NULL AS Nullable(Float64)) AS m_copied, CAST(NULL AS Nullable(Float64)) AS m_meaningful, CAST(NULL AS Nullable(Float64)) AS m_explained, CAST(NULL AS Nullable(Float64)) AS m_delta, CAST(count() AS Nullable(Float64)) AS m_merged, CAST(countIf(NOT unreviewed_by_humans) AS Nullable(Float64)) AS m_reviewed
    FROM (
  SELECT assumeNotNull(pull.merged_at) AS at, pull.repo_id AS repo_id, people.committer AS committer, pull.number AS number,
    pull.opened_at AS opened_at, pull.first_human_review_at AS first_human_review_at,
    dateDiff('second', pull.first_commit_authored_at, pull.merged_at) / 86400 AS cycle_days,
    dateDiff('second', pull.opened_at, coalesce(pull.merged_at, pull.closed_at)) / 86400 AS resolved_days,
    pull.merged_at IS NOT NULL AND reviews.total = 0 AND pull.first_human_review_at IS NULL AS unreviewed,
    pull.merged_at IS NOT NULL AND pull.first_human_review_at IS NULL AS unreviewed_by_humans,
    pull.merged_at IS NOT NULL AS is_merged
  FROM (SELECT * FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND merged_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  LEFT JOIN (
    SELECT repo_id, number, count() AS total FROM pr_reviews FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) GROUP BY repo_id, number
  ) AS reviews ON reviews.repo_id = pull.repo_id AND reviews.number = pull.number
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
