-- surviving_line_percent: Share of lines that live 90 days, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(sum(lived) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(sum(lines) AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT toDateTime64(toDate32(toInt32(born_on) + 90), 3, 'UTC') AS at, repo_id, toString(sha) AS sha, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer, toInt64(line_lives.lines) AS lines,
    lines - toInt64(arraySum(arrayMap((count, day) -> if(day < born_on + 90, count, 0), ended, ended_on))) AS lived,
    if(ai_authored, lines, 0) AS ai_lines, if(ai_authored, lived, 0) AS ai_lived
  FROM line_lives FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND committer_id IN {people:Array(UInt64)} AND is_new AND line_lives.lines > 0
    AND born_on + 90 >= intDiv({from_ms:Int64}, 86400000) AND born_on + 90 < intDiv({until_ms:Int64}, 86400000)
    AND (repo_id, line_lives.sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND true AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))
    ) AS view_row
GROUP BY bucket, series
