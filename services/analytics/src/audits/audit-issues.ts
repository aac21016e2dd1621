import { z } from 'zod';
import {
  type AuditQuestion,
  between,
  byIssueKey,
  byPeople,
  milliseconds,
  readPage,
  timeField,
} from './audit-question.ts';

const issueRow = z.object({
  id: z.coerce.number(),
  key: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  issue_provider_em: z.string(),
  priority: z.string(),
  assignee: z.string(),
  story_points: z.coerce.number().nullable(),
  created_at: timeField,
  started_at: timeField,
  resolved_at: timeField,
  is_critical_defect: z.coerce.boolean(),
  url: z.string(),
});

const IS_CRITICAL = `(is_critical_defect OR key IN (
  SELECT defect_key FROM defects FINAL WHERE entity_id = {entity_id:UInt64} AND NOT removed))`;

/** Newest first. An issue is of a repo in scope, or named by a commit there. */
export async function auditIssues(question: AuditQuestion) {
  const conditions = [
    'entity_id = {entity_id:UInt64} AND NOT deleted',
    `({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)} OR key IN (
      SELECT arrayJoin(issue_keys) FROM commits FINAL
      WHERE entity_id = {entity_id:UInt64} AND repo_id IN {repo_ids:Array(UInt64)} AND presence = 'existent'))`,
    ...between(question, 'created_at', 'range'),
    ...between(question, 'resolved_at', 'resolved'),
    ...byPeople(question, 'assignee_committer_id', 'created_at'),
    ...byIssueKey(question, (matches) => `(${matches('key')})`),
  ];
  const equals = (column: string, name: string, value: string | undefined) => {
    if (value === undefined) return;
    question.params[name] = value.toLowerCase();
    conditions.push(`lower(${column}) = {${name}:String}`);
  };
  equals('provider', 'provider', question.issue_provider_em);
  equals('status', 'status', question.issue_status);
  if (question.critical_defects_only) conditions.push(IS_CRITICAL);
  return readPage(question, {
    name: 'audit_issues',
    from: `(SELECT *, ${IS_CRITICAL} AS is_critical FROM issues FINAL WHERE ${conditions.join(' AND ')}) AS issue
      LEFT JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS known ON known.committer_id = issue.assignee_committer_id
      LEFT JOIN (SELECT committer_id, user_name FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS person ON person.committer_id = known.primary_id`,
    columns: `issue.issue_id AS id, issue.key AS key, issue.title AS title, issue.type AS type, issue.status AS status,
      issue.provider AS issue_provider_em, issue.priority AS priority,
      if(person.user_name = '', issue.assignee_name, person.user_name) AS assignee, issue.story_points AS story_points,
      ${milliseconds('issue.created_at')} AS created_at, ${milliseconds('issue.started_at')} AS started_at,
      ${milliseconds('issue.resolved_at')} AS resolved_at, issue.is_critical AS is_critical_defect, issue.url AS url`,
    order: 'issue.created_at DESC, issue.key',
    row: issueRow.transform((row) => ({ ...row, assignee: row.assignee === '' ? null : row.assignee })),
  });
}
