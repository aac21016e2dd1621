import type { RecordsStatement } from '../segments/compile-records.ts';
import type { KeyType } from '../segments/segment-view.ts';
import { bindTemplate, bound, fragment, joinFragments, type SqlFragment } from '../store/sql.ts';
import { pointRecordRow } from './audit-caches.ts';
import { type AuditContext, type AuditQuery, ONE_ENTITY, type PointRecords } from './audit-query.ts';
import { ofEntity } from './conditions.ts';

/** The statement that each page of a point's records needs. */
export const POINT = 'audit_point';

const MAX_LISTED = 5_000;

export async function findPointRecords(
  { clickHouse }: Pick<AuditContext, 'clickHouse'>,
  statement: RecordsStatement,
  params: Record<string, unknown>,
): Promise<PointRecords> {
  const sql = bindTemplate(statement.sql, params);
  const select = fragment`SELECT ${keyOf(statement)} AS key, point_values FROM (${sql}) LIMIT ${MAX_LISTED + 1}`;
  const found = await clickHouse.query({ name: POINT, ...select, row: pointRecordRow, settings: ONE_ENTITY });
  return { statement, sql, found: found.length > MAX_LISTED ? null : found };
}

const keyOf = ({ keys }: RecordsStatement): string =>
  `[${keys.map((_, index) => `toString(key_${index})`).join(', ')}]`;

/** The audit's own conditions or, where a point is given, just its records. */
export function ofPoint(query: AuditQuery, conditions: (SqlFragment | string)[]): (SqlFragment | string)[] {
  if (!query.point) return conditions;
  const { statement, sql, found } = query.point;
  const { keys } = statement;
  const named = `(${keys.map(([column]) => column).join(', ')})`;
  if (!found) {
    const selected = keys.map((_, index) => `key_${index}`).join(', ');
    return [ofEntity(query), fragment`${named} IN (SELECT ${selected} FROM (${sql}))`];
  }
  if (found.length === 0) return [ofEntity(query), 'false'];
  const lists = keys.map(([, type], index) => {
    const values = found.map(({ key }) => keyValue(key[index] ?? '', type));
    return bound(`point_${index}`, `Array(${type})`, values);
  });
  const [only] = lists;
  const list = only && lists.length === 1 ? only : fragment`arrayZip(${joinFragments(lists, ', ')})`;
  return [ofEntity(query), fragment`${named} IN ${list}`];
}

const keyValue = (text: string, type: KeyType) => (type === 'UInt64' || type === 'UInt32' ? Number(text) : text);

interface PointFields {
  point_value?: number | null;
  /** Of each measure of the formula, where the point is more than one measure. */
  point_values?: Record<string, number | null>;
}

type RecordKey = (string | number)[];

/** What each record of a page contributes to the point, as further fields of the record. */
export async function pointValues(query: AuditQuery, keys: RecordKey[]): Promise<(...key: RecordKey) => PointFields> {
  const { point } = query;
  if (!point || keys.length === 0) return () => ({});
  const { parts, main, isPlain } = point.statement;
  const records = point.found ?? (await readPointRecords(query, point, keys));
  const known = new Map(records.map((record) => [record.key.join(' '), record.point_values]));
  return (...key) => {
    const values = known.get(key.join(' ')) ?? [];
    const byPart = Object.fromEntries(parts.map((part, index) => [part, values[index] ?? null]));
    return { point_value: byPart[main ?? ''] ?? null, ...(isPlain ? {} : { point_values: byPart }) };
  };
}

function readPointRecords({ context }: AuditQuery, { statement, sql }: PointRecords, keys: RecordKey[]) {
  const names = keys.map((key) => key.join(' '));
  const select = fragment`SELECT ${keyOf(statement)} AS key, point_values FROM (${sql}) WHERE arrayStringConcat(key, ' ') IN ${bound('page_records', 'Array(String)', names)}`;
  return context.clickHouse.query({
    name: 'audit_point_values',
    ...select,
    row: pointRecordRow,
    settings: ONE_ENTITY,
  });
}
