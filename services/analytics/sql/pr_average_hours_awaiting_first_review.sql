-- pr_average_hours_awaiting_first_review: Hours to the first review, weekly, by none.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
)
SELECT toString(bucket) AS bucket, series, value AS y_0
FROM (
  SELECT bucket, series, max(m_value) AS value
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(waited_business_hours) AS Nullable(Float64)) AS m_value
    FROM (
  SELECT reviewed_at AS at, pull.repo_id AS repo_id, people.committer AS committer,
    greatest(((intDiv((toInt32(toDate32(reviewed_at, {time_zone:String})) + 3), 7) * 5 + least((toInt32(toDate32(reviewed_at, {time_zone:String})) + 3) % 7, 5) - arrayCount(h -> h < toDate32(reviewed_at, {time_zone:String}), {holidays:Array(Date32)})) * {day_length_s:UInt32} + if((toInt32(toDate32(reviewed_at, {time_zone:String})) + 3) % 7 > 4 OR has({holidays:Array(Date32)}, toDate32(reviewed_at, {time_zone:String})), 0, least(greatest(toInt64((toHour(reviewed_at, {time_zone:String}) * 3600 + toMinute(reviewed_at, {time_zone:String}) * 60 + toSecond(reviewed_at, {time_zone:String}))) - {day_start_s:UInt32}, 0), {day_length_s:UInt32}))) - ((intDiv((toInt32(toDate32(opened_at, {time_zone:String})) + 3), 7) * 5 + least((toInt32(toDate32(opened_at, {time_zone:String})) + 3) % 7, 5) - arrayCount(h -> h < toDate32(opened_at, {time_zone:String}), {holidays:Array(Date32)})) * {day_length_s:UInt32} + if((toInt32(toDate32(opened_at, {time_zone:String})) + 3) % 7 > 4 OR has({holidays:Array(Date32)}, toDate32(opened_at, {time_zone:String})), 0, least(greatest(toInt64((toHour(opened_at, {time_zone:String}) * 3600 + toMinute(opened_at, {time_zone:String}) * 60 + toSecond(opened_at, {time_zone:String}))) - {day_start_s:UInt32}, 0), {day_length_s:UInt32}))) - arraySum((leaves, returns) -> if(toDateTime64(toString(returns + 1), 3, {time_zone:String}) <= opened_at OR toDateTime64(toString(leaves), 3, {time_zone:String}) >= reviewed_at, 0,
    ((intDiv((toInt32(toDate32(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String})) + 3), 7) * 5 + least((toInt32(toDate32(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String})) + 3) % 7, 5) - arrayCount(h -> h < toDate32(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String}), {holidays:Array(Date32)})) * {day_length_s:UInt32} + if((toInt32(toDate32(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String})) + 3) % 7 > 4 OR has({holidays:Array(Date32)}, toDate32(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String})), 0, least(greatest(toInt64((toHour(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String}) * 3600 + toMinute(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String}) * 60 + toSecond(least(toDateTime64(toString(returns + 1), 3, {time_zone:String}), reviewed_at), {time_zone:String}))) - {day_start_s:UInt32}, 0), {day_length_s:UInt32}))) - ((intDiv((toInt32(toDate32(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String})) + 3), 7) * 5 + least((toInt32(toDate32(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String})) + 3) % 7, 5) - arrayCount(h -> h < toDate32(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String}), {holidays:Array(Date32)})) * {day_length_s:UInt32} + if((toInt32(toDate32(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String})) + 3) % 7 > 4 OR has({holidays:Array(Date32)}, toDate32(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String})), 0, least(greatest(toInt64((toHour(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String}) * 3600 + toMinute(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String}) * 60 + toSecond(greatest(toDateTime64(toString(leaves), 3, {time_zone:String}), opened_at), {time_zone:String}))) - {day_start_s:UInt32}, 0), {day_length_s:UInt32})))), off.starts, off.ends), 0) / 3600 AS waited_business_hours
  FROM (
    SELECT repo_id, committer_id, opened_at, assumeNotNull(first_human_review_at) AS reviewed_at FROM pull_requests FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND first_human_review_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND first_human_review_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
  ) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE entity_id = {entity_id:UInt64}) AS off ON off.committer_id = people.committer
    ) AS fact
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
