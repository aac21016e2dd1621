-- absolute_hours_to_resolved: Hours to resolved, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(hours) AS Nullable(Float64)) AS y_0
FROM (
  SELECT resolved_at AS at, shown_repo AS repo_id, 0 AS committer, defect_id, greatest(dateDiff('second', detected_at, resolved_at) / 3600, 0) AS hours, arrayMap(s -> greatest(s[1] - s[2], 0), [arrayMap((n, clock, unix) ->
    (intDiv(n, 7) * 5 + least(n % 7, 5) - arrayCount(h -> toInt32(h) + 3 < n, {holidays:Array(Date32)})) * {day_length_s:UInt32}
    + arraySum((day, length) -> if(day + 3 < n, length - {day_length_s:UInt32}, 0), {changed_days:Array(Int32)}, {changed_lengths_s:Array(Int64)})
    + multiIf(n % 7 > 4 OR arrayExists(h -> toInt32(h) + 3 = n, {holidays:Array(Date32)}), 0,
      has({changed_days:Array(Int32)}, n - 3), least(greatest(unix - {changed_opens_s:Array(Int64)}[indexOf({changed_days:Array(Int32)}, n - 3)], 0), {changed_lengths_s:Array(Int64)}[indexOf({changed_days:Array(Int32)}, n - 3)]),
      least(greatest(clock - {day_start_s:UInt32}, 0), {day_length_s:UInt32})), arrayMap(moment -> toInt64(toInt32(toDate32(moment, {time_zone:String})) + 3), [assumeNotNull(resolved_at), detected_at]), arrayMap(moment -> toInt64(toHour(moment, {time_zone:String}) * 3600 + toMinute(moment, {time_zone:String}) * 60 + toSecond(moment, {time_zone:String})), [assumeNotNull(resolved_at), detected_at]), arrayMap(moment -> toInt64(toUnixTimestamp(moment)), [assumeNotNull(resolved_at), detected_at]))])[1] / 3600 AS business_hours
  FROM (
  SELECT *, if(empty(repo_ids), [repo_id], arraySort(repo_ids)) AS repos,
    arrayFirst(id -> {every_asked:Bool} OR has({asked_repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND ({every_repo:Bool} OR hasAny(if(empty(repo_ids), [repo_id], repo_ids), {repo_ids:Array(UInt64)})
      OR (organization_id IN {organization_ids:Array(UInt64)} AND empty(repo_ids) AND repo_id = 0)))
  WHERE at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
    ) AS view_row
GROUP BY bucket, series
