import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { businessSecondsLess } from '../business-time.ts';
import { param } from '../params.ts';
import { defineView, during, IN_REPOS, isPerson, OF_ENTITY, personOf } from '../segment-view.ts';
import { isBug, keysNamedInScope } from './issue-commit-views.ts';

/** In scope: of a repo in scope, or named by a commit there, as a tracker's issues have no repo. */
const issuesInScope = template`
  SELECT key, repo_id, type, is_epic, story_points, assignee_committer_id, created_at, started_at, resolved_at
  FROM issues FINAL
  WHERE ${OF_ENTITY} AND NOT deleted
    AND (${IN_REPOS} OR key IN (${keysNamedInScope}))`;

/** An issue without an assignee counts unless the query names contributors or a team. */
const withAssignee = (columns: TemplatePart, issues: SqlTemplate): SqlTemplate => template`
  SELECT ${columns}, if(${isPerson('assignee_committer_id')}, ${personOf('assignee_committer_id')}, 0) AS committer
  FROM (${issues}) AS issue
  WHERE committer != 0 OR (assignee_committer_id = 0 AND ${param('unassigned_counts')})`;

const typeMedians = template`
  SELECT type, quantileExactInclusive(0.5)(assumeNotNull(story_points)) AS usual_points
  FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted AND story_points IS NOT NULL GROUP BY type`;

export const resolvedIssues = defineView({
  name: 'resolved_issues',
  hasCommitter: true,
  hasRepo: true,
  records: 'issues',
  columns: [
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
  sql({ uses }) {
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
    template`issue.resolved AS at, issue.repo_id AS repo_id, issue.key AS key, issue.type AS type, issue.is_epic AS is_epic, issue.created_at AS created_at,
    issue.story_points AS points, ifNull(issue.story_points, 0) AS known_points,
    dateDiff('second', issue.started_at, issue.resolved) / 86400 AS lead_days,
    ${isBug('issue.type')} AS is_bug`,
    template`SELECT *, assumeNotNull(resolved_at) AS resolved FROM (${issuesInScope}) WHERE ${during('resolved_at')}`,
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

const sprintIssues = (at: 'started' | 'ended'): SqlTemplate => template`
  SELECT assigned.*, if(was_completed, points_at_end, 0) AS completed_points, if(was_completed AND NOT was_planned, points_at_end, 0) AS unplanned_points
  FROM (${withAssignee(
    template`issue.${at} AS at, issue.repo_id AS repo_id, issue.sprint_id AS sprint_id, issue.issue_key AS issue_key,
    issue.was_planned AS was_planned, issue.planned_points AS planned_points, issue.points_at_end AS points_at_end,
    ${wasCompleted('issue')} AS was_completed`,
    template`SELECT sprint.*, known.repo_id AS repo_id, known.resolved_at AS resolved_at, known.assignee_committer_id AS assignee_committer_id
     FROM (${sprintMembers()}
     ) AS sprint
     INNER JOIN (${issuesInScope}) AS known ON known.key = sprint.issue_key
     WHERE ${during(`sprint.${at}`)}`,
  )}) AS assigned`;

const SPRINT_ISSUE_COLUMNS = [
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
  hasCommitter: true,
  hasRepo: true,
  records: 'sprint_issues',
  columns: SPRINT_ISSUE_COLUMNS,
  sql: () => sprintIssues('started'),
});
export const endedSprintIssues = defineView({
  name: 'ended_sprint_issues',
  hasCommitter: true,
  hasRepo: true,
  records: 'sprint_issues',
  columns: SPRINT_ISSUE_COLUMNS,
  sql: () => sprintIssues('ended'),
});
