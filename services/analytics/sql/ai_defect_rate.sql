-- ai_defect_rate: Defects from AI lines, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, 100 * (ifNull(CAST(countIf(has_ai) AS Nullable(Float64)), 0)) / nullIf(ifNull(CAST(count() AS Nullable(Float64)), 0), 0) AS y_0
FROM (
  SELECT fix.detected_at AS at, 0 AS repo_id, 0 AS committer, fix.defect_id AS defect_id, max(line.origin_ai) AS has_ai
  FROM (
  SELECT defect_id, detected_at, fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND ({every_repo:Bool} OR hasAny(if(empty(repo_ids), [repo_id], repo_ids), {repo_ids:Array(UInt64)})
      OR (organization_id IN {organization_ids:Array(UInt64)} AND empty(repo_ids) AND repo_id = 0)) AND detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS fix
  INNER JOIN (
  SELECT repo_id, sha FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = 0 AND presence = 'existent' AND on_default_branch AND NOT is_merge AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC'))) AS known ON known.repo_id = fix.fix_repo AND known.sha = fix.fix_sha
  LEFT JOIN (
  SELECT repo_id, sha AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    assumeNotNull(origin_sha) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE entity_id = {entity_id:UInt64} AND (repo_id, sha) IN (
  SELECT fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE entity_id = {entity_id:UInt64} AND NOT removed AND length(named_sha) = 40 AND detected_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND detected_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')
    AND kind NOT IN ('comment', 'blank') AND scored) AS line ON line.repo_id = fix.fix_repo AND line.fixing_sha = fix.fix_sha
  GROUP BY at, repo_id, committer, defect_id
    ) AS view_row
GROUP BY bucket, series
