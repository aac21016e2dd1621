-- change_failure_rate: Change failure rate, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(countIf(is_failure) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(count() AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT released_at AS at,
    release.repo_id AS repo_id,
    0 AS committer,
    release.release_id AS release_id,
    arrayExists(d -> d >= released_at AND (next_at IS NULL OR d < next_at), troubles.detected) AS is_failure
  FROM (
    SELECT repo_id, release_id, released_at, defect_keys, leadInFrame(toNullable(released_at)) OVER (
      PARTITION BY repo_id ORDER BY released_at, release_id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next_at
    FROM releases FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND NOT removed
  ) AS release
  LEFT JOIN (
    SELECT arrayJoin(repos) AS repo_id, groupArray(detected_at) AS detected FROM (
  SELECT *, if(empty(repo_ids), [repo_id], arraySort(repo_ids)) AS repos,
    arrayFirst(id -> {every_asked:Bool} OR has({asked_repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND ({every_repo:Bool} OR hasAny(if(empty(repo_ids), [repo_id], repo_ids), {repo_ids:Array(UInt64)})
      OR (organization_id IN {organization_ids:Array(UInt64)} AND empty(repo_ids) AND repo_id = 0))) GROUP BY repo_id
  ) AS troubles ON troubles.repo_id = release.repo_id
  WHERE released_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND released_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    ) AS view_row
GROUP BY bucket, series
