-- hours_to_fix_activity: Hours to first fix activity, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(hours) AS Nullable(Float64)) AS y_0
FROM (
  SELECT first_fix_activity_at AS at, shown_repo AS repo_id, 0 AS committer, defect_id, greatest(dateDiff('second', detected_at, first_fix_activity_at) / 3600, 0) AS hours
  FROM (
  SELECT *, if(empty(repo_ids), [repo_id], arraySort(repo_ids)) AS repos,
    arrayFirst(id -> {every_asked:Bool} OR has({asked_repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND ({every_repo:Bool} OR hasAny(if(empty(repo_ids), [repo_id], repo_ids), {repo_ids:Array(UInt64)})
      OR (organization_id IN {organization_ids:Array(UInt64)} AND empty(repo_ids) AND repo_id = 0)))
  WHERE at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    ) AS view_row
GROUP BY bucket, series
