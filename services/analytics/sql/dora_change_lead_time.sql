-- dora_change_lead_time: Change lead time, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST((quantileExactInclusive(0.5)(lead_seconds) / 86400) AS Nullable(Float64)) AS y_0
FROM (
  SELECT carried.released AS at, carried.repo_id AS repo_id, carried.sha AS sha, transform(written.committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, written.committer_id) AS committer,
    greatest(dateDiff('second', written.authored_at, carried.released), 0) AS lead_seconds
  FROM (
    SELECT repo_id, toString(sha) AS sha, authored_at, committer_id FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
      AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND true AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))
  ) AS written
  INNER JOIN (SELECT repo_id, sha, release_id, assumeNotNull(released_at) AS released FROM released_commits FINAL
   WHERE entity_id = {entity_id:UInt64} AND released_at IS NOT NULL AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND released_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND released_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS carried ON carried.repo_id = written.repo_id AND carried.sha = written.sha
    ) AS view_row
GROUP BY bucket, series
