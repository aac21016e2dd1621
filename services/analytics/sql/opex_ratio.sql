-- opex_ratio: Share of maintenance, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(sum(if(is_bug, delta, old_code_delta)) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(sum(delta) AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT commit.at AS at,
    commit.repo_id AS repo_id,
    commit.committer AS committer,
    commit.delta AS delta,
    commit.old_code_delta AS old_code_delta,
    arrayConcat(commit.issue_keys, links.pr_keys) AS keys,
    arrayFirst(key -> key IN (SELECT key FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND true), keys) AS issue_key,
    issue_key IN (SELECT key FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND lower(type) IN ('bug', 'hotfix')) AS is_bug
  FROM (
  SELECT authored_at AS at, repo_id, sha, issue_keys, delta, old_code_delta, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))) AS commit
  LEFT JOIN (
  SELECT own.1 AS own_commit,
    arrayDistinct(arrayFlatten(arrayMap(pull -> pull.3, arraySort(groupArray((own.2, number, issue_keys)))))) AS pr_keys
  FROM (
    SELECT number, issue_keys,
      arrayJoin(arrayConcat([(named, false)], arrayMap(copy -> (copy, true), arrayFilter(copy -> copy != named, copies)))) AS own
    FROM (
      SELECT number, issue_keys, sipHash64(repo_id, own_sha) AS named
      FROM pull_requests FINAL
      ARRAY JOIN arrayDistinct(arrayConcat(
        commit_shas, arrayMap(s -> toFixedString(s, 40), arrayFilter(s -> length(s) = 40, [merge_sha, squash_sha])))) AS own_sha
      WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND notEmpty(issue_keys)
    ) AS pull
    LEFT JOIN (
    SELECT original, copies FROM (
      SELECT groupArray(100)(sipHash64(repo_id, sha)) AS copies FROM commit_copies FINAL
      WHERE entity_id = {entity_id:UInt64} GROUP BY repo_id, copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) HAVING length(copies) > 1
    ) ARRAY JOIN copies AS original) AS copied ON copied.original = pull.named
  )
  GROUP BY own_commit) AS links ON links.own_commit = sipHash64(commit.repo_id, commit.sha)
    ) AS view_row
GROUP BY bucket, series
