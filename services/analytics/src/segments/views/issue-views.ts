import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { businessSecondsLess } from '../business-time.ts';
import { param } from '../params.ts';
import { AS_IMPORTED, defineView, during, isPerson, OF_ENTITY, personOf, type ViewRequest } from '../segment-view.ts';
import { isBug } from './issue-commit-views.ts';

/**
 * The repos of a tracker's issues: those whose commits or pull requests name one, and those of the team on whose board its
 * sprints are.
 */
const trackedRepos = template`
    SELECT named_key, arraySort(groupUniqArray(named_repo)) AS named_repos
    FROM (
      SELECT issue_key AS named_key, repo_id AS named_repo FROM issue_commits FINAL WHERE ${AS_IMPORTED} AND presence = 'existent'
      UNION ALL
      SELECT arrayJoin(issue_keys), repo_id FROM pull_requests FINAL WHERE ${OF_ENTITY}
      UNION ALL
      SELECT issue_key, arrayJoin(${param('board_repos')}[indexOf(${param('board_ids')}, board_id)]) FROM sprint_days FINAL
      WHERE ${OF_ENTITY} AND board_id IN ${param('board_ids')}
    )
    GROUP BY named_key`;

/** The keys of tracker's issues that belong to a repo which the query reads; none where it reads all of the entity. */
export const keysTrackedInScope = template`
  SELECT named_key FROM (${trackedRepos}) WHERE NOT ${param('every_repo')} AND hasAny(named_repos, ${param('repo_ids')})`;

/** A host's issue is its repo's; one of no repo is the entity's alone. In a series, an issue counts in the first of its repos in scope. */
export const issuesInScope = ({ uses, wholeEntity, byRepo }: ViewRequest): SqlTemplate => {
  const known = template`
  SELECT key, type, is_epic, story_points, assignee_committer_id, created_at, started_at, resolved_at, repo_id AS own_repo
  FROM issues FINAL
  WHERE ${OF_ENTITY} AND NOT deleted`;
  if (wholeEntity && !byRepo && !uses('repos')) return template`SELECT *, 0 AS repo_id FROM (${known})`;
  return template`
  SELECT known.*, if(known.own_repo != 0, [known.own_repo], tracked.named_repos) AS repos,
    arrayFirst(id -> ${param('every_asked')} OR has(${param('asked_repo_ids')}, id), repos) AS repo_id
  FROM (${known}) AS known
  LEFT JOIN (${trackedRepos}) AS tracked ON tracked.named_key = known.key
  WHERE ${param('every_asked')} OR repo_id != 0`;
};

/**
 * An issue without an assignee counts unless the query names contributors or a team. Where the query has no people, a mere 0 would make
 * the committer a constant, which ClickHouse joins with nothing.
 */
const withAssignee = (columns: TemplatePart, issues: SqlTemplate): SqlTemplate => template`
  SELECT ${columns}, if(${isPerson('assignee_committer_id')}, ${personOf('assignee_committer_id')}, materialize(0)) AS committer
  FROM (${issues}) AS issue
  WHERE committer != 0 OR (assignee_committer_id = 0 AND ${param('unassigned_counts')})`;

const typeMedians = template`
  SELECT type, quantileExactInclusive(0.5)(assumeNotNull(story_points)) AS usual_points
  FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted AND story_points IS NOT NULL GROUP BY type`;

export const resolvedIssues = defineView({
  name: 'resolved_issues',
  counts:
    'Issues by resolved time. A host’s issue belongs to its repo, a tracker’s to the repos whose commits or pull requests name it and to those of its board’s team, else to the entity alone.',
  hasCommitter: true,
  hasRepo: true,
  repos: 'repos',
  records: 'issues',
  columns: [
    'repos',
    'key',
    'type',
    'is_epic',
    'created_at',
    'points',
    'known_points',
    'lead_days',
    'is_bug',
    'estimated_points',
    'business_days',
  ],
  sql(request) {
    const { uses } = request;
    const columns: TemplatePart[] = ['assigned.*'];
    const joins: SqlTemplate[] = [];
    if (uses('estimated_points')) {
      columns.push('ifNull(points, if(is_epic, 0, usual.usual_points)) AS estimated_points');
      joins.push(template`LEFT JOIN (${typeMedians}) AS usual ON usual.type = assigned.type`);
    }
    if (uses('business_days')) {
      columns.push(
        template`${businessSecondsLess('created_at', 'at', 'off.starts', 'off.ends')} / ${param('day_length_s')} AS business_days`,
      );
      joins.push(
        template`LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE ${OF_ENTITY}) AS off ON off.committer_id = assigned.committer`,
      );
    }
    return template`
  SELECT ${joinTemplates(columns, ', ')}
  FROM (${withAssignee(
    template`issue.resolved AS at, issue.repo_id AS repo_id${uses('repos') ? ', issue.repos AS repos' : ''}, issue.key AS key, issue.type AS type, issue.is_epic AS is_epic, issue.created_at AS created_at,
    issue.story_points AS points, ifNull(issue.story_points, 0) AS known_points,
    dateDiff('second', issue.started_at, issue.resolved) / 86400 AS lead_days,
    ${isBug('issue.type')} AS is_bug`,
    template`SELECT *, assumeNotNull(resolved_at) AS resolved FROM (${issuesInScope(request)}) WHERE ${during('resolved_at')}`,
  )}) AS assigned
  ${joinTemplates(joins, '\n  ')}`;
  },
});

/** Issues by sprint: whether one was there on the sprint's first day, and with how many points; whether it stayed to its last known day. */
export const sprintMembers = (also = ''): SqlTemplate => template`
       SELECT sprint_id, issue_key, any(assumeNotNull(sprint_started_at)) AS started,
         any(ifNull(sprint_ended_at, toDateTime64('2199-12-31 00:00:00', 3, 'UTC'))) AS ended,
         max(member AND day = toDate32(sprint_started_at)) AS was_planned,
         ifNull(maxIf(story_points, member AND day = toDate32(sprint_started_at)), 0) AS planned_points,
         argMax(member, day) AS stayed, ifNull(argMax(tuple(story_points), day).1, 0) AS points_at_end${also}
       FROM sprint_days FINAL WHERE ${OF_ENTITY} AND sprint_started_at IS NOT NULL
         AND (sprint_ended_at IS NULL OR day <= toDate32(sprint_ended_at))
       GROUP BY sprint_id, issue_key`;

/** Resolved while the sprint ran, and still in it on its last known day. */
export const wasCompleted = (issue: string): string =>
  `${issue}.resolved_at IS NOT NULL AND ${issue}.resolved_at >= ${issue}.started AND ${issue}.resolved_at <= ${issue}.ended AND ${issue}.stayed`;

const sprintIssues = (at: 'started' | 'ended', request: ViewRequest): SqlTemplate => {
  const repos = request.uses('repos');
  return template`
  SELECT assigned.*, if(was_completed, points_at_end, 0) AS completed_points, if(was_completed AND NOT was_planned, points_at_end, 0) AS unplanned_points
  FROM (${withAssignee(
    template`issue.${at} AS at, issue.repo_id AS repo_id${repos ? ', issue.repos AS repos' : ''}, issue.sprint_id AS sprint_id, issue.issue_key AS issue_key,
    issue.was_planned AS was_planned, issue.planned_points AS planned_points, issue.points_at_end AS points_at_end,
    ${wasCompleted('issue')} AS was_completed`,
    template`SELECT sprint.*, known.repo_id AS repo_id${repos ? ', known.repos AS repos' : ''}, known.resolved_at AS resolved_at, known.assignee_committer_id AS assignee_committer_id
     FROM (${sprintMembers()}
     ) AS sprint
     INNER JOIN (${issuesInScope(request)}) AS known ON known.key = sprint.issue_key
     WHERE ${during(`sprint.${at}`)}`,
  )}) AS assigned`;
};

const SPRINT_ISSUE_COLUMNS = [
  'repos',
  'sprint_id',
  'issue_key',
  'was_planned',
  'planned_points',
  'points_at_end',
  'was_completed',
  'completed_points',
  'unplanned_points',
] as const;

export const startedSprintIssues = defineView({
  name: 'started_sprint_issues',
  counts:
    'Issues in a sprint, by the start of the sprint. A host’s issue belongs to its repo, a tracker’s to the repos whose commits or pull requests name it and to those of its board’s team, else to the entity alone.',
  hasCommitter: true,
  hasRepo: true,
  repos: 'repos',
  records: 'sprint_issues',
  columns: SPRINT_ISSUE_COLUMNS,
  sql: (request) => sprintIssues('started', request),
});
export const endedSprintIssues = defineView({
  name: 'ended_sprint_issues',
  counts:
    'Issues in a sprint, by the end of the sprint. A host’s issue belongs to its repo, a tracker’s to the repos whose commits or pull requests name it and to those of its board’s team, else to the entity alone.',
  hasCommitter: true,
  hasRepo: true,
  repos: 'repos',
  records: 'sprint_issues',
  columns: SPRINT_ISSUE_COLUMNS,
  sql: (request) => sprintIssues('ended', request),
});
