-- bug_work_percent: Share of work on bugs, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, 100 * (bug_delta) / nullIf(delta, 0) AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_bug_delta), 0) AS bug_delta, ifNull(max(m_delta), 0) AS delta
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(sumIf(delta, is_bug OR fixes_defect OR says_fix) AS Nullable(Float64)) AS m_bug_delta, CAST(sum(delta) AS Nullable(Float64)) AS m_delta
    FROM (
  SELECT tied.*, issue.type AS issue_type, lower(issue.type) IN ('bug', 'hotfix') AS is_bug,
    hasAny(tied.keys, (SELECT groupArray(defect_key) FROM defects FINAL WHERE entity_id = {entity_id:UInt64} AND NOT removed))
      OR has((SELECT groupArrayArray(fix_shas) FROM defects FINAL WHERE entity_id = {entity_id:UInt64} AND NOT removed), toString(tied.sha)) AS fixes_defect
  FROM (
    SELECT commit.*, arrayDistinct(arrayConcat(commit.issue_keys, links.pr_keys)) AS keys,
      arrayFirst(key -> has((SELECT groupArray(key) FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted), key), keys) AS issue_key
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
  INNER JOIN people ON people.identity = scored.committer_id) AS commit
    LEFT JOIN (
  SELECT repo_id, toString(pr_sha) AS sha, groupUniqArrayArray(issue_keys) AS pr_keys
  FROM (
    SELECT repo_id, issue_keys, arrayJoin(arrayDistinct(arrayConcat(
      arrayMap(s -> toString(s), commit_shas), [merge_sha, squash_sha]))) AS pr_sha
    FROM pull_requests FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND notEmpty(issue_keys)
  )
  WHERE pr_sha != ''
  GROUP BY repo_id, sha) AS links ON links.repo_id = commit.repo_id AND links.sha = toString(commit.sha)
  ) AS tied
  LEFT JOIN (SELECT key, type FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted) AS issue ON issue.key = tied.issue_key
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
