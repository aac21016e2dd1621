-- sprint_start_story_points_committed: Points committed at the start, weekly, by none.
SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, '' AS series, ifNull(CAST(sum(planned_points) AS Nullable(Float64)), 0) AS y_0
FROM (
  SELECT assigned.*, if(was_completed, points_at_end, 0) AS completed_points, if(was_completed AND NOT was_planned, points_at_end, 0) AS unplanned_points
  FROM (
  SELECT issue.started AS at, issue.repo_id AS repo_id, issue.sprint_id AS sprint_id, issue.issue_key AS issue_key,
    issue.was_planned AS was_planned, issue.planned_points AS planned_points, issue.points_at_end AS points_at_end,
    issue.resolved_at IS NOT NULL AND issue.resolved_at >= issue.started AND issue.resolved_at <= issue.ended AND issue.stayed AS was_completed, if(assignee_committer_id IN {people:Array(UInt64)}, transform(assignee_committer_id, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, assignee_committer_id), materialize(0)) AS committer
  FROM (SELECT sprint.*, known.repo_id AS repo_id, known.resolved_at AS resolved_at, known.assignee_committer_id AS assignee_committer_id
     FROM (
       SELECT sprint_id, issue_key, any(assumeNotNull(sprint_started_at)) AS started,
         any(ifNull(sprint_ended_at, toDateTime64('2199-12-31 00:00:00', 3, 'UTC'))) AS ended,
         max(member AND day = toDate32(sprint_started_at)) AS was_planned,
         ifNull(maxIf(story_points, member AND day = toDate32(sprint_started_at)), 0) AS planned_points,
         argMax(member, day) AS stayed, ifNull(argMax(tuple(story_points), day).1, 0) AS points_at_end
       FROM sprint_days FINAL WHERE entity_id = {entity_id:UInt64} AND sprint_started_at IS NOT NULL
         AND (sprint_ended_at IS NULL OR day <= toDate32(sprint_ended_at))
       GROUP BY sprint_id, issue_key
     ) AS sprint
     INNER JOIN (
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
  WHERE {every_asked:Bool} OR repo_id != 0) AS known ON known.key = sprint.issue_key
     WHERE sprint.started >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND sprint.started < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')) AS issue
  WHERE committer != 0 OR (assignee_committer_id = 0 AND {unassigned_counts:Bool})) AS assigned
    ) AS view_row
GROUP BY bucket, series
