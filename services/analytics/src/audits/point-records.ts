import { z } from 'zod';
import type { Context } from '../context.ts';
import type { RecordsStatement } from '../segments/compile-records.ts';
import type { KeyType } from '../segments/fact.ts';
import { readStamp } from '../store/fact-stamps.ts';
import { type AuditQuestion, ONE_ENTITY, usedOf } from './audit-question.ts';

/** The records behind a point of a report, found once for all that is asked of them while they are few enough to be named. */
export interface PointRecords {
  statement: RecordsStatement;
  /** Null where they are too many: then the statement is part of whatever asks for them. */
  found: PointRecord[] | null;
}

const recordRow = z.object({ key: z.array(z.string()), point_values: z.array(z.number().nullable()) });
export type PointRecord = z.infer<typeof recordRow>;

const MOST_NAMED = 5_000;

export async function findPointRecords(
  context: Context,
  entityId: number,
  statement: RecordsStatement,
  given: Record<string, unknown>,
): Promise<PointRecords> {
  const sql = `SELECT ${keyOf(statement)} AS key, point_values FROM (${statement.sql}) LIMIT ${MOST_NAMED + 1}`;
  const params = usedOf(given, sql);
  const { stamp } = await readStamp(context.postgres, entityId);
  const found = await context.pointCache.of(`${stamp} ${JSON.stringify(params)} ${sql}`, () =>
    context.clickHouse.query({ name: 'audit_point', sql, params, row: recordRow, settings: ONE_ENTITY }),
  );
  return { statement, found: found.length > MOST_NAMED ? null : found };
}

const keyOf = ({ keys }: RecordsStatement): string =>
  `[${keys.map((_, index) => `toString(key_${index})`).join(', ')}]`;

/** The conditions of the audit's own filters, or just the records of a point. */
export function ofPoint({ point, params }: AuditQuestion, conditions: string[]): string[] {
  if (!point) return conditions;
  const { statement, found } = point;
  const { keys } = statement;
  const named = `(${keys.map(([column]) => column).join(', ')})`;
  const ofEntity = 'entity_id = {entity_id:UInt64}';
  if (!found) {
    return [
      ofEntity,
      `${named} IN (SELECT ${keys.map((_, index) => `key_${index}`).join(', ')} FROM (${statement.sql}))`,
    ];
  }
  if (found.length === 0) return [ofEntity, 'false'];
  const lists = keys.map(([, type], index) => {
    params[`point_${index}`] = found.map(({ key }) => bound(key[index] ?? '', type));
    return `{point_${index}:Array(${type})}`;
  });
  return [ofEntity, `${named} IN ${lists.length === 1 ? lists[0] : `arrayZip(${lists.join(', ')})`}`];
}

const bound = (text: string, type: KeyType) => (type === 'UInt64' || type === 'UInt32' ? Number(text) : text);

interface PointFields {
  point_value?: number | null;
  /** Of each measure of the formula, where the point is more than one measure. */
  point_values?: Record<string, number | null>;
}

type RecordKey = (string | number)[];

/** What each record of a page gives to the point asked about, as fields to be told with it. */
export async function pointValues(
  question: AuditQuestion,
  keys: RecordKey[],
): Promise<(...key: RecordKey) => PointFields> {
  const { point } = question;
  if (!point || keys.length === 0) return () => ({});
  const { parts, main, isPlain } = point.statement;
  const records = point.found ?? (await recordsOf(question, point.statement, keys));
  const known = new Map(records.map((record) => [record.key.join(' '), record.point_values]));
  return (...key) => {
    const values = known.get(key.join(' ')) ?? [];
    const byPart = Object.fromEntries(parts.map((part, index) => [part, values[index] ?? null]));
    return { point_value: byPart[main ?? ''] ?? null, ...(isPlain ? {} : { point_values: byPart }) };
  };
}

function recordsOf({ context, params }: AuditQuestion, statement: RecordsStatement, keys: RecordKey[]) {
  const sql = `SELECT ${keyOf(statement)} AS key, point_values FROM (${statement.sql}) WHERE arrayStringConcat(key, ' ') IN {page_records:Array(String)}`;
  return context.clickHouse.query({
    name: 'audit_point_values',
    sql,
    params: { ...usedOf(params, sql), page_records: keys.map((key) => key.join(' ')) },
    row: recordRow,
    settings: ONE_ENTITY,
  });
}
