/** The part of JQL that a sync needs: conditions joined by AND over project, key, type, status, dates and sprint, then an order. */
import { HostError } from '../server/route.ts';
import type { TrackedIssue } from './records.ts';

type Keep = (issue: TrackedIssue) => boolean;
export type Filters = ReadonlyMap<string, string>;

const condition =
  /^\s*"?([a-z ]+?)"?\s*(>=|<=|!=|=|>|<|\bnot in\b|\bin\b|\bis not\b|\bis\b)\s*(\([^)]*\)|"[^"]*"|'[^']*'|\S+)\s*$/i;

/** `filters` are the saved filters by id: each stands for all issues of one project. */
export function searchIssues(
  issues: readonly TrackedIssue[],
  jql: string,
  now: number,
  filters: Filters = new Map(),
): TrackedIssue[] {
  const [where = '', order = ''] = jql.split(/\border\s+by\b/i);
  const keeps = where.trim() === '' ? [] : where.split(/\s+and\s+/i).map((text) => conditionOf(text, now, filters));
  return issues.filter((issue) => keeps.every((keep) => keep(issue))).sort(orderOf(order));
}

function conditionOf(text: string, now: number, filters: Filters): Keep {
  const [, field = '', operator = '', operand = ''] = condition.exec(text) ?? [];
  const values = (operand.startsWith('(') ? operand.slice(1, -1).split(',') : [operand]).map((value) =>
    value.trim().replace(/^["']|["']$/g, ''),
  );
  if (field.toLowerCase() === 'filter') return (issue) => values.some((id) => filters.get(id) === issue.project);
  const read = fields[field.toLowerCase()];
  if (!read) throw new HostError(400, `Error in the JQL Query: "${text.trim()}" is not understood.`);
  const verb = operator.toLowerCase();
  if (verb === 'is' || verb === 'is not') return (issue) => (read(issue).length === 0) === (verb === 'is');
  if (/^(created|updated|resolved|resolutiondate)$/i.test(field)) {
    const limit = momentOf(values[0] ?? '', now);
    return (issue) => read(issue).some((value) => compare(Date.parse(value), verb, limit));
  }
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  const has: Keep = (issue) => read(issue).some((value) => wanted.has(value.toLowerCase()));
  return verb === '!=' || verb === 'not in' ? (issue) => !has(issue) : has;
}

const fields: Record<string, (issue: TrackedIssue) => string[]> = {
  project: (issue) => [issue.project],
  key: (issue) => [issue.key],
  issuekey: (issue) => [issue.key],
  id: (issue) => [String(issue.id), issue.key],
  type: (issue) => [issue.type],
  issuetype: (issue) => [issue.type],
  status: (issue) => [issue.status],
  parent: (issue) => (issue.epic === null ? [] : [issue.epic]),
  sprint: (issue) => issue.sprint_ids.map(String),
  resolution: (issue) => (issue.resolved_at === null ? [] : ['Done']),
  created: (issue) => [issue.created_at],
  updated: (issue) => [issue.updated_at],
  resolved: (issue) => (issue.resolved_at === null ? [] : [issue.resolved_at]),
  resolutiondate: (issue) => (issue.resolved_at === null ? [] : [issue.resolved_at]),
};

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `2026-03-01`, `2026/03/01 10:30`, or so long ago: `-2h`, `-14d`, `-8w`. */
function momentOf(text: string, now: number): number {
  const [, count = '', unit = ''] = /^-(\d+)([mhdw])$/.exec(text) ?? [];
  if (unit !== '') return now - Number(count) * (units[unit] ?? 0);
  const at = /^\d{10,}$/.test(text)
    ? Number(text)
    : Date.parse(`${text.replaceAll('/', '-').replace(' ', 'T')}${text.length > 10 && !/Z$/.test(text) ? 'Z' : ''}`);
  if (Number.isNaN(at))
    throw new HostError(
      400,
      `Date value '${text}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd', or a period such as '-5d'.`,
    );
  return at;
}

function compare(value: number, operator: string, limit: number): boolean {
  if (operator === '>=') return value >= limit;
  if (operator === '<=') return value <= limit;
  return operator === '>' ? value > limit : operator === '<' ? value < limit : value === limit;
}

function orderOf(text: string): (a: TrackedIssue, b: TrackedIssue) => number {
  const [field = 'created', direction = 'desc'] = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/);
  const sign = direction === 'asc' || (field !== '' && !/\bdesc\b/i.test(text)) ? 1 : -1;
  const read = (issue: TrackedIssue) =>
    field === 'updated' ? issue.updated_at : field === 'key' ? '' : issue.created_at;
  return (a, b) => sign * (Date.parse(read(a)) - Date.parse(read(b)) || 0) || sign * (a.id - b.id);
}
