-- pr_average_hours_awaiting_first_review: Hours to the first review, weekly, by none.
SELECT toString(bucket) AS bucket, series, m_value AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(waited_business_hours) AS Nullable(Float64)) AS m_value
    FROM (
  SELECT reviewed_at AS at, pull.repo_id AS repo_id, pull.number AS number, pull.committer AS committer,
    greatest(arraySum((moment, sign) -> sign * arrayMap((n, clock) ->
    (intDiv(n, 7) * 5 + least(n % 7, 5) - arrayCount(h -> toInt32(h) + 3 < n, {holidays:Array(Date32)})) * {day_length_s:UInt32}
    + if(n % 7 > 4 OR arrayExists(h -> toInt32(h) + 3 = n, {holidays:Array(Date32)}), 0, least(greatest(toInt64(clock) - {day_start_s:UInt32}, 0), {day_length_s:UInt32})),
    [toInt32(toDate32(moment, {time_zone:String})) + 3], [toHour(moment, {time_zone:String}) * 3600 + toMinute(moment, {time_zone:String}) * 60 + toSecond(moment, {time_zone:String})])[1], arrayConcat([reviewed_at, opened_at], arrayFlatten(arrayMap((leaves, returns) -> [least(greatest(toDateTime64(toString(returns + 1), 3, {time_zone:String}), opened_at), reviewed_at), least(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), reviewed_at)], off.starts, off.ends))), arrayConcat([1, -1], arrayFlatten(arrayMap(day -> [-1, 1], off.starts)))), 0) / 3600 AS waited_business_hours
  FROM (
    SELECT repo_id, number, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, opened_at, assumeNotNull(first_human_review_at) AS reviewed_at
    FROM pull_requests FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND first_human_review_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND first_human_review_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
  ) AS pull
  LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE entity_id = {entity_id:UInt64}) AS off ON off.committer_id = pull.committer
    ) AS view_row
    GROUP BY bucket, series
)
ORDER BY bucket, series
