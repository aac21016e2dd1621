import { z } from 'zod';
import { allOf, bound, fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, ONE_ENTITY } from './audit-query.ts';
import { between, byIssueKey, byPeople, ofEntity, ofIssueScope } from './conditions.ts';
import { peopleIn } from './identity-lists.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { readPage } from './read-page.ts';
import { newest, timeField } from './row-fields.ts';

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

const isCritical = (query: AuditQuery) => fragment`(is_critical_defect OR key IN (
  SELECT defect_key FROM defects FINAL WHERE ${ofEntity(query)} AND NOT removed))`;

const equals = (column: string, value: string | undefined): SqlFragment[] =>
  value === undefined ? [] : [fragment`lower(${column}) = ${bound(column, 'String', value.toLowerCase())}`];

/** Newest first. */
export async function auditIssues(query: AuditQuery) {
  const { filters } = query;
  const conditions = [
    fragment`${ofEntity(query)} AND NOT deleted`,
    ofIssueScope(query, 'key'),
    ...between(query, 'created_at', 'range'),
    ...between(query, 'resolved_at', 'resolved'),
    ...byPeople(query, 'assignee_committer_id', 'created_at'),
    ...byIssueKey(query, (matches) => fragment`(${matches('key')})`),
    ...equals('provider', filters.issue_provider_em),
    ...equals('status', filters.issue_status),
    ...(filters.critical_defects_only ? [isCritical(query)] : []),
  ];
  const page = await readPage(query, {
    name: 'audit_issues',
    from: fragment`issue_times FINAL WHERE ${allOf(ofPoint(query, conditions))}`,
    columns: `key, created_at AS created`,
    time: 'created_at',
    ties: [{ column: 'key', type: 'String' }],
    row: z.object({ key: z.string(), created: timeField }),
  });
  const keys = page.rows.map(({ key }) => key);
  const issues = await readIssueRecords(query, keys);
  const personOf = peopleIn(query.queryScope);
  const valuesOf = await pointValues(
    query,
    keys.map((key) => [key]),
  );
  return {
    ...page,
    rows: page.rows.flatMap(({ key, created }) => {
      const issue = issues.get(key);
      // An issue whose time was corrected is listed at its new time only.
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
        ...valuesOf(issue.key),
      };
    }),
  };
}

async function readIssueRecords(query: AuditQuery, keys: string[]) {
  if (keys.length === 0) return new Map<string, z.output<typeof issueRow>>();
  const rows = await query.context.clickHouse.query({
    name: 'audit_issue_records',
    ...fragment`
      SELECT issue_id AS id, key, title, type, status, provider AS issue_provider_em, priority, assignee_committer_id, assignee_name,
        story_points, created_at AS created, started_at AS started,
        resolved_at AS resolved, ${isCritical(query)} AS is_critical, url, version
      FROM issues WHERE ${ofEntity(query)} AND key IN ${bound('page_keys', 'Array(String)', keys)}`,
    row: issueRow,
    settings: ONE_ENTITY,
  });
  return newest(rows, ({ key }) => key);
}
