-- release_defect_percent: Releases with defects, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(countIf(wrote_defect) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(count() AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT released_at AS at,
    release.repo_id AS repo_id,
    0 AS committer,
    release.release_id AS release_id,
    release.release_id IN (
      SELECT carried.release_id FROM (SELECT repo_id, sha, release_id, assumeNotNull(released_at) AS released FROM released_commits FINAL
   WHERE entity_id = {entity_id:UInt64} AND released_at IS NOT NULL AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})) AS carried
      INNER JOIN (
  SELECT repo_id, sha AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    assumeNotNull(origin_sha) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND (repo_id, sha) IN (
  SELECT repo_id, sha FROM (
  SELECT repo_id, sha FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND true) AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND true)
  WHERE (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND true) AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))) AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')
    AND kind NOT IN ('comment', 'blank') AND scored) AS line
        ON line.repo_id = carried.repo_id AND toString(line.wrote_sha) = carried.sha
    ) AS wrote_defect
  FROM (
    SELECT repo_id, release_id, released_at, defect_keys, leadInFrame(toNullable(released_at)) OVER (
      PARTITION BY repo_id ORDER BY released_at, release_id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next_at
    FROM releases FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND NOT removed
  ) AS release
  WHERE released_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND released_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    ) AS view_row
GROUP BY bucket, series
