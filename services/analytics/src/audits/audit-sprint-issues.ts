import { z } from 'zod';
import { param } from '../segments/params.ts';
import { OF_ENTITY } from '../segments/segment-view.ts';
import { sprintMembers, wasCompleted } from '../segments/views/issue-views.ts';
import { allOf, fragment, template } from '../store/sql.ts';
import { type AuditQuery, withScope } from './audit-query.ts';
import { between, byIssueKey, byPeople, ofIssueScope } from './conditions.ts';
import { peopleIn } from './identity-lists.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { readPage } from './read-page.ts';
import { orNull, timeField } from './row-fields.ts';

const sprintIssueRow = z.object({
  sprint_id: z.string(),
  sprint_name: z.string(),
  board_id: z.string(),
  sprint_started: timeField,
  sprint_ended: timeField,
  issue_key: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  assignee_committer_id: z.coerce.number(),
  assignee_name: z.string(),
  was_planned: z.coerce.boolean(),
  planned_points: z.coerce.number(),
  was_completed: z.coerce.boolean(),
  points_at_end: z.coerce.number(),
  resolved: timeField,
  url: z.string(),
});

/** A sprint that has not ended has the largest time as its end. */
const ENDED = `if(in_sprint.ended >= toDateTime64('2199-12-31 00:00:00', 3, 'UTC'), NULL, in_sprint.ended)`;

const sprintIssues = template`(
    SELECT ${param('entity_id')} AS entity_id, member.*, issue.title AS title, issue.type AS type, issue.status AS status, issue.repo_id AS repo_id,
      issue.assignee_committer_id AS assignee_committer_id, issue.assignee_name AS assignee_name, issue.resolved_at AS resolved_at, issue.url AS url
    FROM (${sprintMembers(', any(sprint_name) AS sprint_name, any(board_id) AS board_id')}) AS member
    INNER JOIN (SELECT * FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted) AS issue ON issue.key = member.issue_key
  ) AS in_sprint`;

/** Issues of the sprints that have started, the newest sprint first; an issue of two sprints is listed for both. */
export async function auditSprintIssues(query: AuditQuery) {
  const conditions = [
    ofIssueScope(query, 'issue_key'),
    ...between(query, 'started', 'range'),
    ...between(query, 'resolved_at', 'resolved'),
    ...byPeople(query, 'assignee_committer_id', 'started'),
    ...byIssueKey(query, (matches) => fragment`(${matches('issue_key')})`),
  ];
  const page = await readPage(query, {
    name: 'audit_sprint_issues',
    from: fragment`${withScope(query, sprintIssues)} WHERE ${allOf(ofPoint(query, conditions))}`,
    columns: `sprint_id, sprint_name, board_id, issue_key, title, type, status, assignee_committer_id, assignee_name, was_planned, planned_points,
      ${wasCompleted('in_sprint')} AS was_completed, points_at_end, url, in_sprint.started AS sprint_started,
      ${ENDED} AS sprint_ended, in_sprint.resolved_at AS resolved`,
    time: 'started',
    ties: [
      { column: 'sprint_id', type: 'String' },
      { column: 'issue_key', type: 'String' },
    ],
    row: sprintIssueRow,
  });
  const personOf = peopleIn(query.queryScope);
  const valuesOf = await pointValues(
    query,
    page.rows.map((row) => [row.sprint_id, row.issue_key]),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      sprint_id: row.sprint_id,
      sprint_name: row.sprint_name,
      board_id: orNull(row.board_id),
      sprint_started_at: row.sprint_started,
      sprint_ended_at: row.sprint_ended,
      issue_key: row.issue_key,
      title: row.title,
      type: row.type,
      status: row.status,
      assignee: personOf(row.assignee_committer_id)?.user_name || row.assignee_name || null,
      was_planned: row.was_planned,
      planned_points: row.planned_points,
      was_completed: row.was_completed,
      story_points: row.points_at_end,
      resolved_at: row.resolved,
      url: row.url,
      ...valuesOf(row.sprint_id, row.issue_key),
    })),
  };
}
