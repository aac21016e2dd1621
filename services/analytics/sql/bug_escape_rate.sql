-- bug_escape_rate: Bugs escaped, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(countIf(has_escaped) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(count() AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT bug.created_at AS at, bug.repo_id AS repo_id, 0 AS committer, bug.key AS key,
    arrayExists(released -> released < bug.created_at, faults.released) AS has_escaped
  FROM (
    SELECT key, repo_id, created_at FROM (
  SELECT known.*, if(known.own_repo != 0, [known.own_repo], tracked.named_repos) AS repos,
    arrayFirst(id -> {every_asked:Bool} OR has({asked_repo_ids:Array(UInt64)}, id), repos) AS repo_id
  FROM (
  SELECT key, type, is_epic, story_points, assignee_committer_id, created_at, started_at, resolved_at, repo_id AS own_repo
  FROM issues FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT deleted) AS known
  LEFT JOIN (
    SELECT named_key, arraySort(groupUniqArray(named_repo)) AS named_repos
    FROM (
      SELECT issue_key AS named_key, repo_id AS named_repo FROM issue_commits FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent'
      UNION ALL
      SELECT arrayJoin(issue_keys), repo_id FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64}
      UNION ALL
      SELECT issue_key, arrayJoin({board_repos:Array(Array(UInt64))}[indexOf({board_ids:Array(String)}, board_id)]) FROM sprint_days FINAL
      WHERE entity_id = {entity_id:UInt64} AND board_id IN {board_ids:Array(String)}
    )
    GROUP BY named_key) AS tracked ON tracked.named_key = known.key
  WHERE {every_asked:Bool} OR repo_id != 0) WHERE lower(type) IN ('bug', 'hotfix') AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
      AND (assignee_committer_id IN {people:Array(UInt64)} OR (assignee_committer_id = 0 AND {nobody_counts:Bool}))
      AND ({every_repo:Bool} OR hasAny(repos, {repo_ids:Array(UInt64)}))) AS bug
  LEFT JOIN (
    SELECT fix.issue_key AS key, groupArray(carried.released) AS released
    FROM (SELECT repo_id, sha, release_id, assumeNotNull(released_at) AS released FROM released_commits FINAL
   WHERE entity_id = {entity_id:UInt64} AND released_at IS NOT NULL AND true) AS carried
    INNER JOIN (
  SELECT repo_id, sha AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    assumeNotNull(origin_sha) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND (repo_id, sha) IN (SELECT fix_repo, fix_sha FROM (
  SELECT DISTINCT fix_repo, fix_sha, issue_key FROM (
    SELECT commit.repo_id AS fix_repo, commit.sha AS fix_sha, arrayJoin(arrayConcat(commit.issue_keys, links.pr_keys)) AS issue_key
    FROM (
      SELECT repo_id, sha, issue_keys FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge
    ) AS commit
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
      WHERE entity_id = {entity_id:UInt64} AND hasAny(issue_keys, (SELECT groupArray(key) FROM (SELECT key FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND lower(type) IN ('bug', 'hotfix') AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))))
    ) AS pull
    LEFT JOIN (
    SELECT original, copies FROM (
      SELECT groupArray(100)(sipHash64(repo_id, sha)) AS copies FROM commit_copies FINAL
      WHERE entity_id = {entity_id:UInt64} GROUP BY repo_id, copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) HAVING length(copies) > 1
    ) ARRAY JOIN copies AS original) AS copied ON copied.original = pull.named
  )
  GROUP BY own_commit) AS links
      ON links.own_commit = sipHash64(commit.repo_id, commit.sha)
    WHERE notEmpty(commit.issue_keys) OR notEmpty(links.pr_keys)
  ) WHERE issue_key IN (SELECT key FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND lower(type) IN ('bug', 'hotfix') AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')))) AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')
    AND kind NOT IN ('comment', 'blank') AND scored) AS line
      ON line.repo_id = carried.repo_id AND toString(line.wrote_sha) = carried.sha
    INNER JOIN (
  SELECT DISTINCT fix_repo, fix_sha, issue_key FROM (
    SELECT commit.repo_id AS fix_repo, commit.sha AS fix_sha, arrayJoin(arrayConcat(commit.issue_keys, links.pr_keys)) AS issue_key
    FROM (
      SELECT repo_id, sha, issue_keys FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge
    ) AS commit
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
      WHERE entity_id = {entity_id:UInt64} AND hasAny(issue_keys, (SELECT groupArray(key) FROM (SELECT key FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND lower(type) IN ('bug', 'hotfix') AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))))
    ) AS pull
    LEFT JOIN (
    SELECT original, copies FROM (
      SELECT groupArray(100)(sipHash64(repo_id, sha)) AS copies FROM commit_copies FINAL
      WHERE entity_id = {entity_id:UInt64} GROUP BY repo_id, copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) HAVING length(copies) > 1
    ) ARRAY JOIN copies AS original) AS copied ON copied.original = pull.named
  )
  GROUP BY own_commit) AS links
      ON links.own_commit = sipHash64(commit.repo_id, commit.sha)
    WHERE notEmpty(commit.issue_keys) OR notEmpty(links.pr_keys)
  ) WHERE issue_key IN (SELECT key FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND NOT deleted AND lower(type) IN ('bug', 'hotfix') AND created_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND created_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))) AS fix ON fix.fix_repo = line.repo_id AND fix.fix_sha = line.fixing_sha
    GROUP BY key
  ) AS faults ON faults.key = bug.key
    ) AS view_row
GROUP BY bucket, series
