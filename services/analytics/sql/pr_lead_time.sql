-- pr_lead_time: Lead time, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, CAST(avg(lead_days) AS Nullable(Float64)) AS y_0
FROM (
  SELECT released.at AS at, pull.repo_id AS repo_id, pull.number AS number, transform(pull.committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, pull.committer_id) AS committer,
    dateDiff('second', pull.first_commit_authored_at, released.at) / 86400 AS lead_days,
    if(pull.first_commit_authored_at IS NULL, NULL, greatest(dateDiff('second', pull.first_commit_authored_at, pull.opened_at), 0)) / 3600 AS coding_hours,
    dateDiff('second', pull.opened_at, assumeNotNull(pull.merged_at)) / 3600 AS review_hours,
    greatest(dateDiff('second', assumeNotNull(pull.merged_at), released.at), 0) / 3600 AS release_hours
  FROM (
    SELECT repo_id, number, committer_id, first_commit_authored_at, opened_at, merged_at FROM pull_requests FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND (committer_id IN {people:Array(UInt64)} OR (committer_id = 0 AND {unassigned_counts:Bool}))
  ) AS pull
  INNER JOIN (
    SELECT brought.repo_id AS repo_id, brought.number AS number, min(release.released_at) AS at
    FROM (
      SELECT repo_id, number, arrayJoin([merge_sha, squash_sha, head_sha]) AS brought_sha
      FROM pull_requests FINAL WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND merged_at IS NOT NULL
    ) AS brought
    INNER JOIN (
  SELECT repo_id, sha, assumeNotNull(released_at) AS released_at FROM released_commits FINAL
  WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND released_at IS NOT NULL) AS release ON release.repo_id = brought.repo_id AND release.sha = brought.brought_sha
    GROUP BY repo_id, number HAVING at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
  ) AS released ON released.repo_id = pull.repo_id AND released.number = pull.number
    ) AS view_row
GROUP BY bucket, series
