-- pr_average_hours_awaiting_first_review: Hours to the first review, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(waited_business_hours) AS Nullable(Float64)) AS y_0
FROM (
  SELECT reviewed_at AS at, pull.repo_id AS repo_id, pull.number AS number, pull.committer AS committer,
    arrayMap(s -> greatest(s[1] - s[2] - arraySum(i -> greatest(least(s[i + 1], s[1]) - greatest(s[i], s[2]), 0), range(3, length(s), 2)), 0), [arrayMap((n, clock, unix) ->
    (intDiv(n, 7) * 5 + least(n % 7, 5) - arrayCount(h -> toInt32(h) + 3 < n, {holidays:Array(Date32)})) * {day_length_s:UInt32}
    + arraySum((day, length) -> if(day + 3 < n, length - {day_length_s:UInt32}, 0), {changed_days:Array(Int32)}, {changed_lengths_s:Array(Int64)})
    + multiIf(n % 7 > 4 OR arrayExists(h -> toInt32(h) + 3 = n, {holidays:Array(Date32)}), 0,
      has({changed_days:Array(Int32)}, n - 3), least(greatest(unix - {changed_opens_s:Array(Int64)}[indexOf({changed_days:Array(Int32)}, n - 3)], 0), {changed_lengths_s:Array(Int64)}[indexOf({changed_days:Array(Int32)}, n - 3)]),
      least(greatest(clock - {day_start_s:UInt32}, 0), {day_length_s:UInt32})), arrayConcat(arrayMap(moment -> toInt64(toInt32(toDate32(moment, {time_zone:String})) + 3), [reviewed_at, opened_at]), arrayMap(day -> toInt64(day + 3), arrayFlatten(arrayMap((leaves, returns) -> [toInt32(leaves), toInt32(returns) + 1], off.starts, off.ends)))), arrayConcat(arrayMap(moment -> toInt64(toHour(moment, {time_zone:String}) * 3600 + toMinute(moment, {time_zone:String}) * 60 + toSecond(moment, {time_zone:String})), [reviewed_at, opened_at]), arrayMap(day -> toInt64(-1), arrayFlatten(arrayMap((leaves, returns) -> [toInt32(leaves), toInt32(returns) + 1], off.starts, off.ends)))), arrayConcat(arrayMap(moment -> toInt64(toUnixTimestamp(moment)), [reviewed_at, opened_at]), arrayMap(day -> toInt64(0), arrayFlatten(arrayMap((leaves, returns) -> [toInt32(leaves), toInt32(returns) + 1], off.starts, off.ends)))))])[1] / 3600 AS waited_business_hours
  FROM (
    SELECT repo_id, number, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, opened_at, assumeNotNull(first_human_review_at) AS reviewed_at
    FROM pull_requests FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND first_human_review_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND first_human_review_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
  ) AS pull
  LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE entity_id = {entity_id:UInt64}) AS off ON off.committer_id = pull.committer
    ) AS view_row
GROUP BY bucket, series
