-- issue_business_days_to_fix: Business days to fix a bug, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(if(is_bug, business_days, NULL)) AS Nullable(Float64)) AS y_0
FROM (
  SELECT assigned.*, arrayMap(s -> greatest(s[1] - s[2] - arraySum(i -> greatest(least(s[i + 1], s[1]) - greatest(s[i], s[2]), 0), range(3, length(s), 2)), 0), [arrayMap((n, clock, unix) ->
    (intDiv(n, 7) * 5 + least(n % 7, 5) - arrayCount(h -> toInt32(h) + 3 < n, {holidays:Array(Date32)})) * {day_length_s:UInt32}
    + arraySum((day, length) -> if(day + 3 < n, length - {day_length_s:UInt32}, 0), {changed_days:Array(Int32)}, {changed_lengths_s:Array(Int64)})
    + multiIf(n % 7 > 4 OR arrayExists(h -> toInt32(h) + 3 = n, {holidays:Array(Date32)}), 0,
      has({changed_days:Array(Int32)}, n - 3), least(greatest(unix - {changed_opens_s:Array(Int64)}[indexOf({changed_days:Array(Int32)}, n - 3)], 0), {changed_lengths_s:Array(Int64)}[indexOf({changed_days:Array(Int32)}, n - 3)]),
      least(greatest(clock - {day_start_s:UInt32}, 0), {day_length_s:UInt32})), arrayConcat(arrayMap(moment -> toInt64(toInt32(toDate32(moment, {time_zone:String})) + 3), [at, created_at]), arrayMap(day -> toInt64(day + 3), arrayFlatten(arrayMap((leaves, returns) -> [toInt32(leaves), toInt32(returns) + 1], off.starts, off.ends)))), arrayConcat(arrayMap(moment -> toInt64(toHour(moment, {time_zone:String}) * 3600 + toMinute(moment, {time_zone:String}) * 60 + toSecond(moment, {time_zone:String})), [at, created_at]), arrayMap(day -> toInt64(-1), arrayFlatten(arrayMap((leaves, returns) -> [toInt32(leaves), toInt32(returns) + 1], off.starts, off.ends)))), arrayConcat(arrayMap(moment -> toInt64(toUnixTimestamp(moment)), [at, created_at]), arrayMap(day -> toInt64(0), arrayFlatten(arrayMap((leaves, returns) -> [toInt32(leaves), toInt32(returns) + 1], off.starts, off.ends)))))])[1] / {day_length_s:UInt32} AS business_days
  FROM (
  SELECT issue.resolved AS at, issue.repo_id AS repo_id, issue.key AS key, issue.type AS type, issue.is_epic AS is_epic, issue.created_at AS created_at,
    issue.story_points AS points, ifNull(issue.story_points, 0) AS known_points,
    dateDiff('second', issue.started_at, issue.resolved) / 86400 AS lead_days,
    lower(issue.type) IN ('bug', 'hotfix') AS is_bug, if(assignee_committer_id IN {people:Array(UInt64)}, transform(assignee_committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, assignee_committer_id), materialize(0)) AS committer
  FROM (SELECT *, assumeNotNull(resolved_at) AS resolved FROM (
  SELECT known.*, if(known.own_repo != 0, [known.own_repo], tracked.named_repos) AS repos,
    arrayFirst(id -> {every_asked:Bool} OR has({asked_repo_ids:Array(UInt64)}, id), repos) AS repo_id
  FROM (
  SELECT key, type, is_epic, story_points, assignee_committer_id, created_at, started_at, resolved_at, repo_id AS own_repo
  FROM issues FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT deleted) AS known
  LEFT JOIN (
    SELECT named_key, arraySort(groupUniqArray(named_repo)) AS named_repos
    FROM (
      SELECT issue_key AS named_key, repo_id AS named_repo FROM issue_commits FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent'
      UNION ALL
      SELECT arrayJoin(issue_keys), repo_id FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64}
      UNION ALL
      SELECT issue_key, arrayJoin({board_repos:Array(Array(UInt64))}[indexOf({board_ids:Array(String)}, board_id)]) FROM sprint_days FINAL
      WHERE entity_id = {entity_id:UInt64} AND board_id IN {board_ids:Array(String)}
    )
    GROUP BY named_key) AS tracked ON tracked.named_key = known.key
  WHERE {every_asked:Bool} OR repo_id != 0) WHERE resolved_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND resolved_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS issue
  WHERE committer != 0 OR (assignee_committer_id = 0 AND {unassigned_counts:Bool})) AS assigned
  LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE entity_id = {entity_id:UInt64}) AS off ON off.committer_id = assigned.committer
    ) AS view_row
GROUP BY bucket, series
