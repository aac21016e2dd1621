-- bug_escape_rate: Bugs escaped, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, 100 * (part) / nullIf(whole, 0) AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_part), 0) AS part, ifNull(max(m_whole), 0) AS whole
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(countIf(has_escaped) AS Nullable(Float64)) AS m_part, CAST(count() AS Nullable(Float64)) AS m_whole
    FROM (
  SELECT bug.created_at AS at, bug.repo_id AS repo_id, 0 AS committer, bug.key AS key,
    arrayExists(released -> released < bug.created_at, faults.released) AS has_escaped
  FROM (
    SELECT * FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND lower(type) IN ('bug', 'hotfix') AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
      AND (({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) OR key IN (SELECT arrayJoin(issue_keys) FROM (
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.delta AS delta, scored.lines AS lines,
    scored.lines_added AS lines_added, scored.lines_by_operation AS lines_by_operation, scored.delta_by_operation AS delta_by_operation,
    scored.delta_by_category AS delta_by_category, scored.lines_by_provenance AS lines_by_provenance,
    scored.churn_lines AS churn_lines, scored.duplicate_lines AS duplicate_lines, scored.ai_lines_added AS ai_lines_added,
    scored.ai_lines_deleted AS ai_lines_deleted, scored.ai_lines AS ai_lines, scored.ai_delta AS ai_delta,
    scored.old_code_delta AS old_code_delta, scored.connective_calls AS connective_calls,
    scored.issue_keys AS issue_keys, scored.says_fix AS says_fix, people.committer AS committer
  FROM (
    SELECT * FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND true AND presence = 'existent' AND on_default_branch AND NOT is_merge
      AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND true AND presence = 'existent' AND on_default_branch AND NOT is_merge AND patch_id != ''
    GROUP BY patch_id, committer_id, authored_at HAVING count() > 1
  ))
  ) AS scored
  INNER JOIN people ON people.identity = scored.committer_id)))
  ) AS bug
  LEFT JOIN (
    SELECT fix.issue_key AS key, groupArray(carried.released) AS released
    FROM (
      SELECT toString(sha) AS fix_sha, arrayJoin(issue_keys) AS issue_key FROM commit_scores FINAL
      WHERE entity_id = {entity_id:UInt64} AND presence = 'existent' AND on_default_branch AND notEmpty(issue_keys)
    ) AS fix
    INNER JOIN (
  SELECT repo_id, toString(sha) AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    toString(assumeNotNull(origin_sha)) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND sha IN (SELECT toFixedString(fixing, 40) FROM (SELECT DISTINCT toString(sha) AS fixing FROM commit_scores FINAL
      WHERE entity_id = {entity_id:UInt64} AND presence = 'existent' AND on_default_branch
        AND hasAny(issue_keys, (SELECT groupArray(key) FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND lower(type) IN ('bug', 'hotfix')))) WHERE length(fixing) = 40)
    AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')) AS line
      ON line.fixing_sha = fix.fix_sha
    INNER JOIN (SELECT repo_id, sha, release_id, assumeNotNull(released_at) AS released FROM released_commits FINAL
   WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND released_at IS NOT NULL AND true) AS carried ON carried.repo_id = line.repo_id AND carried.sha = line.wrote_sha
    GROUP BY key
  ) AS faults ON faults.key = bug.key
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
