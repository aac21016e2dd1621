-- ai_defect_rate: Defects from AI lines, weekly, by none.
SELECT toString(bucket) AS bucket, series, 100 * (ifNull(m_with_ai, 0)) / nullIf(ifNull(m_defects, 0), 0) AS y_0
FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(countIf(has_ai) AS Nullable(Float64)) AS m_with_ai, CAST(count() AS Nullable(Float64)) AS m_defects
    FROM (
  SELECT fix.detected_at AS at, 0 AS repo_id, 0 AS committer, fix.defect_id AS defect_id, max(line.origin_ai) AS has_ai
  FROM (SELECT * FROM (
  SELECT defect_id, detected_at, arrayJoin(fix_shas) AS fix_sha FROM (
  SELECT *, if(empty(repo_ids), [repo_id], repo_ids) AS repos,
    arrayFirst(id -> {every_repo:Bool} OR has({repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed
    AND ({every_repo:Bool} OR hasAny(repos, {repo_ids:Array(UInt64)}) OR (organization_id IN {organization_ids:Array(UInt64)} AND repos = [0]))) WHERE detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) WHERE fix_sha IN (SELECT toString(sha) FROM (
  SELECT repo_id, sha FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND presence = 'existent' AND on_default_branch AND NOT is_merge AND sha IN (SELECT toFixedString(fixing, 40) FROM (SELECT DISTINCT fix_sha AS fixing FROM (
  SELECT defect_id, detected_at, arrayJoin(fix_shas) AS fix_sha FROM (
  SELECT *, if(empty(repo_ids), [repo_id], repo_ids) AS repos,
    arrayFirst(id -> {every_repo:Bool} OR has({repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed
    AND ({every_repo:Bool} OR hasAny(repos, {repo_ids:Array(UInt64)}) OR (organization_id IN {organization_ids:Array(UInt64)} AND repos = [0]))) WHERE detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))) WHERE length(fixing) = 40)
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND true AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id)))))) AS fix
  LEFT JOIN (
  SELECT repo_id, toString(sha) AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    toString(assumeNotNull(origin_sha)) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND (repo_id, sha) IN (
  SELECT repo_id, sha FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND presence = 'existent' AND on_default_branch AND NOT is_merge AND sha IN (SELECT toFixedString(fixing, 40) FROM (SELECT DISTINCT fix_sha AS fixing FROM (
  SELECT defect_id, detected_at, arrayJoin(fix_shas) AS fix_sha FROM (
  SELECT *, if(empty(repo_ids), [repo_id], repo_ids) AS repos,
    arrayFirst(id -> {every_repo:Bool} OR has({repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE entity_id = {entity_id:UInt64} AND NOT removed
    AND ({every_repo:Bool} OR hasAny(repos, {repo_ids:Array(UInt64)}) OR (organization_id IN {organization_ids:Array(UInt64)} AND repos = [0]))) WHERE detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))) WHERE length(fixing) = 40)
    AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_asked:Bool} OR repo_id IN {asked_repo_ids:Array(UInt64)}) AND true AND counts
    GROUP BY copy_group, transform(committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, committer_id))))
    AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')) AS line ON line.fixing_sha = fix.fix_sha
  GROUP BY at, repo_id, committer, defect_id
    ) AS view_row
    GROUP BY bucket, series
)
ORDER BY bucket, series
