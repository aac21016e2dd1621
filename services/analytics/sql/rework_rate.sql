-- rework_rate: Rework rate, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(countIf(resolves_defect) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(count() AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT released_at AS at,
    release.repo_id AS repo_id,
    0 AS committer,
    release.release_id AS release_id,
    notEmpty(release.defect_keys) OR release.release_id IN (
      SELECT release_id FROM (SELECT repo_id, sha, release_id, assumeNotNull(released_at) AS released FROM released_commits FINAL
   WHERE entity_id = {entity_id:UInt64} AND released_at IS NOT NULL AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}))
      WHERE (repo_id, sha) IN (SELECT fix_repo, toString(fix_sha) FROM (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND true))
    ) AS resolves_defect
  FROM (
    SELECT repo_id, release_id, released_at, defect_keys, leadInFrame(toNullable(released_at)) OVER (
      PARTITION BY repo_id ORDER BY released_at, release_id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next_at
    FROM releases FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND NOT removed
  ) AS release
  WHERE released_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND released_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    ) AS view_row
GROUP BY bucket, series
