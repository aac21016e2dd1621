import type { Scope } from '@linescope/chassis/scope/resolve-scope';
import { PAGE_SIZE } from '@linescope/contract/inputs';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { dayMs } from '../reports/intervals.ts';
import { SHARED_VIEWS } from '../segments/fact.ts';

export interface AuditInput {
  critical_defects_only: boolean;
  start_date?: string | undefined;
  end_date?: string | undefined;
  resolved_start_date?: string | undefined;
  resolved_end_date?: string | undefined;
  issue_key?: string | undefined;
  issue_provider_em?: string | undefined;
  issue_status?: string | undefined;
  tag_name?: string | undefined;
  pull_request_number?: number | undefined;
  phase_em?: string | undefined;
  sha?: string | undefined;
  page: number;
}

/** An audit after its names were resolved. */
export interface AuditQuestion extends AuditInput {
  context: Context;
  scope: Scope;
  /** Primary ids, or null for all. */
  committerIds: number[] | null;
  team: { id: number } | null;
  /** Bound under the names that the conditions use. */
  params: Record<string, unknown>;
}

const DAY_MS = 86_400_000;

/** The days of both ends included; only those ends that were given are in the text. */
export function between(question: AuditQuestion, column: string, kind: 'range' | 'resolved'): string[] {
  const from = kind === 'range' ? question.start_date : question.resolved_start_date;
  const until = kind === 'range' ? question.end_date : question.resolved_end_date;
  const conditions: string[] = [];
  if (from !== undefined) {
    question.params[`${kind}_from`] = dayMs(from);
    conditions.push(`${column} >= fromUnixTimestamp64Milli({${kind}_from:Int64}, 'UTC')`);
  }
  if (until !== undefined) {
    question.params[`${kind}_until`] = dayMs(until) + DAY_MS;
    conditions.push(`${column} < fromUnixTimestamp64Milli({${kind}_until:Int64}, 'UTC')`);
  }
  return conditions;
}

/** What a `not_processing` committer did shows nowhere. */
export const shown = (committer: string): string =>
  `${committer} NOT IN (
     SELECT identity.committer_id FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
     INNER JOIN (SELECT committer_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64} AND processing_status = 'not_processing') AS hidden
       ON hidden.committer_id = identity.primary_id)`;

/** By the people and the team asked for; a team's members count for as long as they were. */
export function byPeople(question: AuditQuestion, committer: string, at: string): string[] {
  const conditions: string[] = [];
  if (question.committerIds) {
    conditions.push(
      `${committer} IN (SELECT committer_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64} AND primary_id IN {committer_ids:Array(UInt64)})`,
    );
  }
  if (question.team) {
    conditions.push(
      `arrayExists(m -> m.1 = ${committer} AND toInt32(toDate32(${at})) >= m.2 AND toInt32(toDate32(${at})) < m.3, (
        SELECT groupArray((identity.committer_id, members.since, members.until))
        FROM (${SHARED_VIEWS['memberships']}) AS members
        INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
          ON identity.primary_id = members.member))`,
    );
  }
  return conditions;
}

/** `PROJ-1234` is that issue; `1234` is any issue of that number. */
export function byIssueKey(question: AuditQuestion, isKey: (condition: (key: string) => string) => string): string[] {
  if (question.issue_key === undefined) return [];
  question.params['issue_key'] = question.issue_key.toLowerCase();
  const isNumber = /^\d+$/.test(question.issue_key);
  return [
    isKey((key) =>
      isNumber
        ? `endsWith(${key}, concat('-', {issue_key:String})) OR endsWith(${key}, concat('#', {issue_key:String})) OR ${key} = {issue_key:String}`
        : `lower(${key}) = {issue_key:String}`,
    ),
  ];
}

export interface AuditPage<T> {
  total: number;
  rows: T[];
}

/** A page and the count of all; the order must be total. */
export async function readPage<Row extends z.ZodType>(
  question: AuditQuestion,
  { name, from, columns, order, row }: { name: string; from: string; columns: string; order: string; row: Row },
): Promise<AuditPage<z.output<Row>>> {
  const { clickHouse } = question.context;
  const params = usedParams(question, from);
  const [counted] = await clickHouse.query({
    name: `${name}_count`,
    sql: `SELECT count() AS total FROM ${from}`,
    params,
    row: z.object({ total: z.coerce.number() }),
  });
  const total = counted?.total ?? 0;
  const offset = (question.page - 1) * PAGE_SIZE;
  if (offset >= total) return { total, rows: [] };
  const rows = await clickHouse.query({
    name,
    sql: `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT {page_size:UInt32} OFFSET {page_offset:UInt64}`,
    params: { ...usedParams(question, `${columns} ${from}`), page_size: PAGE_SIZE, page_offset: offset },
    row,
  });
  return { total, rows };
}

export const usedParams = (question: AuditQuestion, sql: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(question.params).filter(([name]) => sql.includes(`{${name}:`)));

export const milliseconds = (column: string): string => `toUnixTimestamp64Milli(toDateTime64(${column}, 3, 'UTC'))`;
export const timeField = z.coerce
  .number()
  .nullable()
  .transform((time) => (time === null ? null : new Date(time).toISOString().replace('.000Z', 'Z')));
