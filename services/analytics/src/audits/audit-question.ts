import type { Scope } from '@linescope/chassis/scope/resolve-scope';
import { PAGE_SIZE } from '@linescope/contract/inputs';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { BusinessHours } from '../domain/business-minutes.ts';
import { dayMs } from '../reports/intervals.ts';
import type { Membership } from '../reports/team-directory.ts';
import { TEAM_AS_COMMITTER } from '../segments/fact.ts';
import type { EntityCopies } from '../store/entity-copies.ts';
import { readStamp } from '../store/fact-stamps.ts';
import { afterParams, type Cursor, fits, follows, invalidCursor, type Tie } from './cursor.ts';
import type { PointRecords } from './point-records.ts';

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
  ai_provider_em?: string[] | undefined;
  page: number;
  /** Where the page before ended: then this one goes on from there, whatever came in meanwhile. */
  after: Cursor | null;
}

/** An audit after its names were resolved. */
export interface AuditQuestion extends AuditInput {
  context: Context;
  scope: Scope;
  /** Primary ids, or null for all. */
  committerIds: number[] | null;
  /** With the repos that it is limited to, where it is. */
  team: { id: number; repoIds: number[] | null } | null;
  /** The records behind a point of a report, and what each gives to it: then no other filter is applied. */
  point: PointRecords | null;
  businessHours: BusinessHours;
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
export const shown = (committer: string): string => `${committer} NOT IN {hidden:Array(UInt64)}`;

/** By the people and the team asked for; a team's members count for as long as they were. */
export function byPeople(question: AuditQuestion, committer: string, at: string): string[] {
  const conditions: string[] = [];
  if (question.committerIds) conditions.push(`${committer} IN {named:Array(UInt64)}`);
  if (question.team) {
    conditions.push(
      `${committer} IN {members:Array(UInt64)} AND arrayExists((member, since, until) -> member = ${committer}
        AND toInt32(toDate32(${at})) >= since AND toInt32(toDate32(${at})) < until,
        {members:Array(UInt64)}, {members_since:Array(Int32)}, {members_until:Array(Int32)})`,
    );
  }
  return conditions;
}

/** Who is asked for, and who does not show, with all their identities: known before the statement is asked. */
export function auditPeopleParams(copies: EntityCopies, committerIds: number[], memberships: Membership[]) {
  const byPrimary = Map.groupBy(copies.committers, ({ primary_id: primary }) => primary);
  const identitiesOf = (id: number) => (byPrimary.get(id) ?? []).map(({ committer_id: identity }) => identity);
  const members = memberships.flatMap((one) => identitiesOf(one.member).map((identity) => ({ ...one, identity })));
  return {
    hidden: copies.committers
      .filter(({ processing_status: status }) => status === 'not_processing')
      .flatMap(({ committer_id: id }) => identitiesOf(id)),
    named: committerIds.flatMap(identitiesOf),
    members: members.map(({ identity }) => identity),
    members_since: members.map(({ since }) => since),
    members_until: members.map(({ until }) => until),
    /** The teams whose own reports of AI usage count for the team asked for: it and those below it. */
    teams_below: memberships
      .filter(({ member }) => member >= TEAM_AS_COMMITTER)
      .map(({ member }) => member - TEAM_AS_COMMITTER),
  };
}

/** Of what has no contributor, what stands in the repos that the team works in; all, where it is limited to none. */
export function ofTeamRepos(question: AuditQuestion, inRepos: string): string[] {
  if (!question.team || question.team.repoIds === null) return [];
  question.params['team_repo_ids'] = question.team.repoIds;
  return [inRepos];
}

export const pathOf = ({ scope }: AuditQuestion, repoId: number): string =>
  scope.repos.find(({ id }) => id === repoId)?.path ?? String(repoId);

/** Whose identity it is: the committer it was merged into, where it was. */
export async function committersOf({ context, scope }: AuditQuestion) {
  const { committers } = await context.copiesOf(scope.entityId);
  const byId = new Map(committers.map((committer) => [committer.committer_id, committer]));
  return (identity: number) => byId.get(byId.get(identity)?.primary_id ?? 0);
}

/** The same by name; null where no one is named. */
export async function peopleOf(question: AuditQuestion) {
  const committerOf = await committersOf(question);
  return (id: number) => {
    const person = committerOf(id);
    return person ? { full_name: person.full_name, user_name: person.user_name } : null;
  };
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
  /** Where the page ends, for the next one; null where nothing follows. */
  next: Cursor | null;
}

export interface Listing<Row extends z.ZodType> {
  name: string;
  /** What follows FROM, up to the end of its WHERE. */
  from: string;
  columns: string;
  /** Newest first by this column; the ties make the order total. Without it, by the ties alone. */
  time?: string;
  ties: Tie[];
  row: Row;
}

const dayRow = z.object({ day: z.number(), records: z.coerce.number() });
export type DayCount = z.infer<typeof dayRow>;
const placeRow = z.looseObject({ own_ms: z.coerce.number(), own_ties: z.array(z.string()) });

/**
 * A page and the count of all. How many records each day holds is counted once, and kept until a new fact comes; a page is
 * then read of its own days only, so that the last costs what the first does.
 */
export async function readPage<Row extends z.ZodType>(
  question: AuditQuestion,
  { name, from, columns, time, ties, row }: Listing<Row>,
): Promise<AuditPage<z.output<Row>>> {
  const { after } = question;
  if (after && !fits(after, ties)) throw invalidCursor();
  const days = await countDays(question, name, time, from);
  const total = days.reduce((sum, { records }) => sum + records, 0);
  const offset = (question.page - 1) * PAGE_SIZE;
  const place = after ? placeAfter(days, after, time !== undefined) : placeOf(days, offset);
  if (!place || (!after && offset >= total)) return { total, rows: [], next: null };
  const order = ties.map(({ column }) => column).join(', ');
  const conditions = time
    ? [
        `${time} >= fromUnixTimestamp64Milli({page_from:Int64}, 'UTC') AND ${time} < fromUnixTimestamp64Milli({page_until:Int64}, 'UTC')`,
      ]
    : [];
  if (after) conditions.push(follows(time, ties));
  const sql = `SELECT ${columns}, ${time ? milliseconds(time) : '0'} AS own_ms, [${ties.map(({ column }) => `toString(${column})`).join(', ')}] AS own_ties
    FROM ${[from, ...conditions].join(' AND ')} ORDER BY ${time ? `${time} DESC, ` : ''}${order} LIMIT {page_size:UInt32} OFFSET {page_offset:UInt64}`;
  const page = {
    page_from: place.from * DAY_MS,
    page_until: place.until * DAY_MS,
    page_offset: place.skip,
    page_size: PAGE_SIZE + 1,
    ...afterParams(after),
  };
  const params = { ...usedParams(question, sql), ...usedOf(page, sql) };
  const found = await question.context.clickHouse.query({ name, sql, params, row: placeRow, settings: ONE_ENTITY });
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    total,
    rows: shown.map((raw) => row.parse(raw)),
    next: last && found.length > PAGE_SIZE ? { ms: last.own_ms, ties: last.own_ties } : null,
  };
}

async function countDays(question: AuditQuestion, name: string, time: string | undefined, from: string) {
  const { clickHouse, postgres, auditCache } = question.context;
  const sql = `SELECT ${time ? `toInt32(toDate32(${time}))` : 'toInt32(0)'} AS day, count() AS records FROM ${from} GROUP BY day ORDER BY day DESC`;
  const params = usedParams(question, sql);
  const { stamp } = await readStamp(postgres, question.scope.entityId);
  return auditCache.of(`${stamp} ${JSON.stringify(params)} ${sql}`, () =>
    clickHouse.query({ name: `${name}_count`, sql, params, row: dayRow, settings: ONE_ENTITY }),
  );
}

/** The days, newest first, that hold the page, and how many records of them stand before it. */
function placeOf(days: DayCount[], offset: number): { from: number; until: number; skip: number } {
  let before = 0;
  let until: number | undefined;
  let skip = 0;
  for (const { day, records } of days) {
    if (until === undefined && before + records > offset) {
      until = day + 1;
      skip = offset - before;
    }
    before += records;
    // One more than the page, to know whether another follows.
    if (before > offset + PAGE_SIZE) return { from: day, until: until ?? day + 1, skip };
  }
  return { from: days.at(-1)?.day ?? 0, until: until ?? 0, skip };
}

/** The days from the cursor's on that hold the next page; a cursor's own day may be read in vain. */
function placeAfter(days: DayCount[], after: Cursor, hasTime: boolean) {
  if (!hasTime) return { from: 0, until: 1, skip: 0 };
  const last = Math.floor(after.ms / DAY_MS);
  let before = 0;
  let from: number | undefined;
  for (const { day, records } of days) {
    if (day > last) continue;
    from = day;
    if (day < last) before += records;
    if (before > PAGE_SIZE) break;
  }
  return from === undefined ? null : { from, until: last + 1, skip: 0 };
}

/** Of each record its newest version. */
export function newest<Row extends { version: number }>(rows: Row[], nameOf: (row: Row) => string): Map<string, Row> {
  const kept = new Map<string, Row>();
  for (const row of rows) if (row.version >= (kept.get(nameOf(row))?.version ?? 0)) kept.set(nameOf(row), row);
  return kept;
}

/** A question reads one entity, which is one partition. */
export const ONE_ENTITY = {
  do_not_merge_across_partitions_select_final: 1,
  optimize_move_to_prewhere_if_final: 1,
  max_execution_time: 15,
};

export const usedOf = (params: Record<string, unknown>, sql: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));
export const usedParams = (question: AuditQuestion, sql: string): Record<string, unknown> =>
  usedOf(question.params, sql);

export const milliseconds = (column: string): string => `toUnixTimestamp64Milli(toDateTime64(${column}, 3, 'UTC'))`;
export const timeField = z.coerce
  .number()
  .nullable()
  .transform((time) => (time === null ? null : new Date(time).toISOString().replace('.000Z', 'Z')));
