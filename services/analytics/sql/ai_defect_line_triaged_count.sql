-- ai_defect_line_triaged_count: AI lines fixed, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, ifNull(CAST(countIf(origin_ai) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT fixed_at AS at, repo_id, transform(fixer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, fixer_id) AS committer, origin_ai
  FROM (
  SELECT repo_id, sha AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    assumeNotNull(origin_sha) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND (repo_id, sha) IN (
  SELECT repo_id, sha FROM (
  SELECT repo_id, sha FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND true) AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))
  WHERE (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND true) AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))) AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')
    AND kind NOT IN ('comment', 'blank') AND scored)
  WHERE fixed_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND fixed_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND fixer_id IN {people:Array(UInt64)}
    ) AS view_row
GROUP BY bucket, series
