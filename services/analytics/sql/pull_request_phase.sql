-- pull_request_phase: Diff Delta by phase of pull requests, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, toString(phase) AS series, ifNull(CAST(sum(delta) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.committer AS committer, scored.delta AS delta,
    multiIf(own.opened_at IS NULL, 'After merge', scored.authored_at < own.opened_at, 'Preparing',
      own.merged_at IS NULL OR scored.authored_at <= own.merged_at, 'Revising', 'After merge') AS phase
  FROM (
    SELECT authored_at, committed_at, repo_id, sha, delta, patch_id, issue_keys, on_default_branch, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
    FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
  ) AS scored
  LEFT JOIN (
    SELECT repo_id, toString(own_sha) AS sha, argMin(toNullable(opened), number) AS opened_at, argMin(tuple(merged), number).1 AS merged_at
    FROM (SELECT repo_id, number, opened_at AS opened, merged_at AS merged, arrayJoin(commit_shas) AS own_sha FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}))
    GROUP BY repo_id, sha
  ) AS own ON own.repo_id = scored.repo_id AND own.sha = toString(scored.sha)
  LEFT JOIN (
  SELECT sipHash64(repo_id, own_sha) AS own_commit,
    arrayDistinct(arrayFlatten(arrayMap(pull -> pull.2, arraySort(groupArray((number, issue_keys)))))) AS pr_keys
  FROM pull_requests FINAL
  ARRAY JOIN arrayDistinct(arrayConcat(
    commit_shas, arrayMap(s -> toFixedString(s, 40), arrayFilter(s -> length(s) = 40, [merge_sha, squash_sha])))) AS own_sha
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND notEmpty(issue_keys)
    AND ifNull(coalesce(merged_at, closed_at) >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') - toIntervalDay(30), true)
    AND ifNull(first_commit_authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') + toIntervalDay(30), true)
  GROUP BY own_commit) AS links ON links.own_commit = sipHash64(scored.repo_id, scored.sha)
  LEFT JOIN (
    SELECT repo_id, groupArray((issue_key, merged)) AS merges
    FROM (SELECT repo_id, arrayJoin(issue_keys) AS issue_key, assumeNotNull(merged_at) AS merged FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at IS NOT NULL)
    GROUP BY repo_id
  ) AS follow ON follow.repo_id = scored.repo_id
  WHERE own.opened_at IS NOT NULL
    OR (scored.on_default_branch AND empty(links.pr_keys)
      AND arrayExists(m -> has(scored.issue_keys, m.1) AND m.2 < scored.authored_at, follow.merges))
  ORDER BY scored.committed_at, repo_id, scored.sha LIMIT 1 BY scored.patch_id = '' ? toString(scored.sha) : scored.patch_id, committer, at
    ) AS view_row
    WHERE phase != ''
GROUP BY bucket, series
