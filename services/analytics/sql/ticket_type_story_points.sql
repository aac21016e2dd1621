-- ticket_type_story_points: Story points by type of issue, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, toString(type) AS series, ifNull(CAST(sum(known_points) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT assigned.*
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
    ) AS view_row
    WHERE type != ''
GROUP BY bucket, series
