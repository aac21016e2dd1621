-- minutes_used: Coding minutes, estimated, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, ifNull(CAST(sum(minutes) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT at, repo_id, sha, committer, if(is_first OR gap > 120, 30, gap) AS minutes
  FROM (
    SELECT at, repo_id, sha, committer,
      row_number() OVER same_day = 1 AS is_first,
      dateDiff('second', lagInFrame(at, 1, at) OVER same_day, at) / 60 AS gap
    FROM (
  SELECT authored_at AS at, repo_id, sha, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id) AS committer
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND committer_id IN {people:Array(UInt64)}
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id))))
    WINDOW same_day AS (PARTITION BY committer, toDate32(at) ORDER BY at, sha ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )
    ) AS view_row
GROUP BY bucket, series
