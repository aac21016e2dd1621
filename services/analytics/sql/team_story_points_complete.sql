-- team_story_points_complete: Story points by team, weekly, by team.
WITH memberships AS (
  SELECT team_id, member, since, until, team_repos FROM system.one
  ARRAY JOIN {membership_teams:Array(UInt64)} AS team_id, {membership_members:Array(UInt64)} AS member,
    {membership_since:Array(Int32)} AS since, {membership_until:Array(Int32)} AS until, {membership_repos:Array(Array(UInt64))} AS team_repos
)
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, toString(team_of_row) AS series, ifNull(CAST(sum(known_points) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT assigned.*
  FROM (
  SELECT issue.resolved AS at, issue.repo_id AS repo_id, issue.repos AS repos, issue.key AS key, issue.type AS type, issue.is_epic AS is_epic, issue.created_at AS created_at,
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
    LEFT JOIN (
      SELECT member, groupArray((team_id, since, until, team_repos)) AS spans FROM memberships
      WHERE team_id IN {shown_teams:Array(UInt64)} GROUP BY member
    ) AS counted ON counted.member = view_row.committer
    ARRAY JOIN emptyArrayToSingle(arrayMap(span -> span.1, arrayFilter(span -> toInt32(toDate32(view_row.at)) >= span.2 AND toInt32(toDate32(view_row.at)) < span.3 AND (empty(span.4) OR empty(view_row.repos) OR hasAny(view_row.repos, span.4)), counted.spans))) AS team_of_row
GROUP BY bucket, series
