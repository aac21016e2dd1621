-- pull_request_phase: Diff Delta by phase of pull requests, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, toString(phase) AS series, ifNull(CAST(sum(delta) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.committer AS committer, scored.delta AS delta,
    multiIf(own.opened IS NULL, 'After merge', scored.authored_at < own.opened, 'Preparing',
      own.merged IS NULL OR scored.authored_at <= own.merged, 'Revising', 'After merge') AS phase
  FROM (
    SELECT authored_at, committed_at, repo_id, sha, delta, patch_id, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer,
      arrayJoin(if(on_default_branch AND notEmpty(issue_keys), issue_keys, [''])) AS issue_key
    FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
  ) AS scored
  LEFT JOIN (
    SELECT sipHash64(repo_id, own_sha.1) AS own_commit, argMinIf(toNullable(opened_at), number, own_sha.2) AS opened,
      argMinIf(tuple(merged_at), number, own_sha.2).1 AS merged, max(notEmpty(issue_keys)) AS names_issue
    FROM pull_requests FINAL
    ARRAY JOIN arrayConcat(arrayMap(s -> (s, true), commit_shas),
      arrayMap(s -> (toFixedString(s, 40), false), arrayFilter(s -> length(s) = 40, [merge_sha, squash_sha]))) AS own_sha
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})
    GROUP BY own_commit
  ) AS own ON own.own_commit = sipHash64(scored.repo_id, scored.sha)
  LEFT JOIN (
    SELECT sipHash64(repo_id, issue_key) AS issue, toNullable(min(assumeNotNull(merged_at))) AS first_merged
    FROM pull_requests FINAL
    ARRAY JOIN issue_keys AS issue_key
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at IS NOT NULL
    GROUP BY issue
  ) AS follow ON follow.issue = sipHash64(scored.repo_id, scored.issue_key)
  WHERE own.opened IS NOT NULL OR (NOT own.names_issue AND ifNull(follow.first_merged < scored.authored_at, false))
  ORDER BY scored.committed_at, repo_id, scored.sha LIMIT 1 BY scored.patch_id = '' ? toString(scored.sha) : scored.patch_id, committer, at
    ) AS view_row
    WHERE phase != ''
GROUP BY bucket, series
