import { z } from 'zod';
import {
  type AuditQuestion,
  between,
  byIssueKey,
  byPeople,
  milliseconds,
  newest,
  ONE_ENTITY,
  peopleOf,
  readPage,
  timeField,
} from './audit-question.ts';
import { ofPoint, pointValues } from './point-records.ts';

const issueRow = z.object({
  id: z.coerce.number(),
  key: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  issue_provider_em: z.string(),
  priority: z.string(),
  assignee_committer_id: z.coerce.number(),
  assignee_name: z.string(),
  story_points: z.coerce.number().nullable(),
  created: timeField,
  started: timeField,
  resolved: timeField,
  is_critical: z.coerce.boolean(),
  url: z.string(),
  version: z.coerce.number(),
});

const IS_CRITICAL = `(is_critical_defect OR key IN (
  SELECT defect_key FROM defects FINAL WHERE entity_id = {entity_id:UInt64} AND NOT removed))`;

/** Newest first. An issue is of a repo in scope, or named by a commit there. */
export async function auditIssues(question: AuditQuestion) {
  const conditions = [
    'entity_id = {entity_id:UInt64} AND NOT deleted',
    `({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)} OR key IN (
      SELECT issue_key FROM issue_commits FINAL
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
  const page = await readPage(question, {
    name: 'audit_issues',
    from: `issue_times FINAL WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: `key, ${milliseconds('created_at')} AS created`,
    time: 'created_at',
    ties: [{ column: 'key', type: 'String' }],
    row: z.object({ key: z.string(), created: timeField }),
  });
  const keys = page.rows.map(({ key }) => key);
  const issues = await issueRecords(question, keys);
  const personOf = await peopleOf(question);
  const given = await pointValues(
    question,
    keys.map((key) => [key]),
  );
  return {
    ...page,
    rows: page.rows.flatMap(({ key, created }) => {
      const issue = issues.get(key);
      // One that was listed under another time before is told at its own.
      if (issue?.created !== created) return [];
      return {
        id: issue.id,
        key: issue.key,
        title: issue.title,
        type: issue.type,
        status: issue.status,
        issue_provider_em: issue.issue_provider_em,
        priority: issue.priority,
        assignee: personOf(issue.assignee_committer_id)?.user_name || issue.assignee_name || null,
        story_points: issue.story_points,
        created_at: issue.created,
        started_at: issue.started,
        resolved_at: issue.resolved,
        is_critical_defect: issue.is_critical,
        url: issue.url,
        ...given(issue.key),
      };
    }),
  };
}

/** What is told of the issues of a page, by their keys. */
async function issueRecords({ context, scope }: AuditQuestion, keys: string[]) {
  if (keys.length === 0) return new Map<string, z.output<typeof issueRow>>();
  const rows = await context.clickHouse.query({
    name: 'audit_issue_records',
    sql: `
      SELECT issue_id AS id, key, title, type, status, provider AS issue_provider_em, priority, assignee_committer_id, assignee_name,
        story_points, ${milliseconds('created_at')} AS created, ${milliseconds('started_at')} AS started,
        ${milliseconds('resolved_at')} AS resolved, ${IS_CRITICAL} AS is_critical, url, version
      FROM issues WHERE entity_id = {entity_id:UInt64} AND key IN {page_keys:Array(String)}`,
    params: { entity_id: scope.entityId, page_keys: keys },
    row: issueRow,
    settings: ONE_ENTITY,
  });
  return newest(rows, ({ key }) => key);
}
