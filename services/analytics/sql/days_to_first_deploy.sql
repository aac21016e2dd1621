-- days_to_first_deploy: Days to the first release, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(days_to_deploy) AS Nullable(Float64)) AS y_0
FROM (
  SELECT first.at AS at, first.own_commit.1 AS repo_id, first.committer AS committer, first.own_commit.1 AS first_repo, first.own_commit.2 AS first_sha,
    if(merged.committer = 0, NULL, greatest(dateDiff('second', first.at, merged.at), 0) / 86400) AS days_to_pr,
    if(deployed.committer = 0, NULL, greatest(dateDiff('second', first.at, deployed.at), 0) / 86400) AS days_to_deploy
  FROM (
    SELECT committer, min(authored) AS at, argMin((repo_id, sha), (authored, repo_id, sha)) AS own_commit
    FROM (SELECT at AS authored, repo_id, sha, committer FROM (
  SELECT authored_at AS at, repo_id, sha, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND true AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND true AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))))
    GROUP BY committer HAVING at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
  ) AS first
  LEFT JOIN (
    SELECT transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, min(assumeNotNull(merged_at)) AS at
    FROM pull_requests FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at IS NOT NULL AND committer_id IN {people:Array(UInt64)}
    GROUP BY committer
  ) AS merged ON merged.committer = first.committer
  LEFT JOIN (
    SELECT commit.committer AS committer, min(assumeNotNull(released.released_at)) AS at
    FROM (
  SELECT authored_at AS at, repo_id, sha, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND true AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND true AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))) AS commit
    INNER JOIN (
      SELECT repo_id, sha, released_at FROM released_commits FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND released_at IS NOT NULL
    ) AS released ON released.repo_id = commit.repo_id AND released.sha = toString(commit.sha)
    GROUP BY committer
  ) AS deployed ON deployed.committer = first.committer
    ) AS view_row
GROUP BY bucket, series
