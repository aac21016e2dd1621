import { DAY_MS } from '@linescope/contract/days';
import { z } from 'zod';
import { allOf, bound, fragment, type SqlFragment } from '../store/sql.ts';
import { type DayCount, dayCountRow } from './audit-caches.ts';
import { type AuditQuery, ONE_ENTITY } from './audit-query.ts';
import { boundTime } from './bound-times.ts';
import { type Cursor, fits, follows, invalidCursor, type Tie } from './cursor.ts';
import { mapInTurns } from './in-turns.ts';
import { momentField } from './row-fields.ts';

export interface AuditPage<T> {
  total: number;
  rows: T[];
  /** Where the page ends, for the next one; null at the last page. */
  next: Cursor | null;
}

export interface Listing<Row extends z.ZodType> {
  name: string;
  /** What follows FROM, up to the end of its WHERE. */
  from: SqlFragment;
  columns: SqlFragment | string;
  /** Newest first by this column; the ties make the order total. Without it, by the ties alone. */
  time?: string;
  ties: Tie[];
  row: Row;
}

/** A day comes as its date, a time in seconds. */
const ownTime = z.union([z.iso.date().transform((date) => Date.parse(date)), momentField]);
const positionedRow = z.looseObject({ own_time: ownTime });

/**
 * A page and the count of all. The records of each day are counted once and cached until a row is stored; a page then reads
 * its own days only, so that the last page costs what the first does.
 */
export async function readPage<Row extends z.ZodType>(
  query: AuditQuery,
  { name, from, columns, time, ties, row }: Listing<Row>,
): Promise<AuditPage<z.output<Row>>> {
  const { after, filters } = query;
  if (after && !fits(after, ties)) throw invalidCursor();
  const days = await countDays(query, name, time, from);
  const total = days.reduce((sum, { records }) => sum + records, 0);
  const { per_page: size } = filters;
  const offset = (filters.page - 1) * size;
  const range = after ? daysAfter(days, after, time !== undefined, size) : daysOf(days, offset, size);
  if (!range || (!after && offset >= total)) return { total, rows: [], next: null };
  const order = ties.map(({ column }) => column).join(', ');
  const position = [`${time ?? '0'} AS own_time`, ...ties.map(({ column }, index) => `${column} AS ${ownTie(index)}`)];
  const read = (within: PageDays) => {
    const where = allOf([
      from,
      ...(time ? [inDays(time, within)] : []),
      ...(after ? [follows(time, ties, after)] : []),
    ]);
    const limit = fragment`LIMIT ${bound('page_size', 'UInt32', size + 1)} OFFSET ${bound('page_offset', 'UInt64', within.skip)}`;
    const statement = fragment`SELECT ${columns}, ${position.join(', ')}
    FROM ${where} ORDER BY ${time ? `${time} DESC, ` : ''}${order} ${limit}`;
    return query.context.clickHouse.query({ name, ...statement, row: positionedRow, settings: ONE_ENTITY });
  };
  const oldest = days.at(-1)?.day ?? range.from;
  let found = await read(range);
  let isRest = range.from <= oldest;
  if (found.length <= size && !isRest) {
    // Records left after they were counted: without those of older days the list would end here.
    found = await read({ ...range, from: oldest });
    isRest = true;
  }
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  return {
    // Where the list ends with this page, it is as long as it is shown, whatever was stored since it was counted.
    total: isRest && found.length <= size && !after ? offset + found.length : total,
    rows: await mapInTurns(shown, (raw) => row.parse(raw)),
    next:
      last && found.length > size
        ? { ms: last.own_time, ties: ties.map((_, index) => String(last[ownTie(index)])) }
        : null,
  };
}

const ownTie = (index: number): string => `own_tie_${index}`;

/** How the names of statements end that each page of an audit needs. */
export const COUNT = '_count';
export const isCount = (statement: string): boolean => statement.endsWith(COUNT);

function countDays({ context }: AuditQuery, name: string, time: string | undefined, from: SqlFragment) {
  const day = time ? `toInt32(toDate32(${time}))` : 'toInt32(0)';
  const statement = fragment`SELECT ${day} AS day, count() AS records FROM ${from} GROUP BY day ORDER BY day DESC`;
  return context.clickHouse.query({ name: `${name}${COUNT}`, ...statement, row: dayCountRow, settings: ONE_ENTITY });
}

interface PageDays {
  from: number;
  until: number;
  /** Records of these days that come before the page. */
  skip: number;
}

const inDays = (time: string, { from, until }: PageDays): SqlFragment =>
  fragment`${time} >= ${boundTime('page_from', from * DAY_MS)} AND ${time} < ${boundTime('page_until', until * DAY_MS)}`;

/** The days, newest first, that hold the page. */
function daysOf(days: DayCount[], offset: number, size: number): PageDays {
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
    if (before > offset + size) return { from: day, until: until ?? day + 1, skip };
  }
  return { from: days.at(-1)?.day ?? 0, until: until ?? 0, skip };
}

/** The days from the cursor's on that hold the next page; those of the cursor's own day are not counted. */
function daysAfter(days: DayCount[], after: Cursor, hasTime: boolean, size: number): PageDays | null {
  if (!hasTime) return { from: 0, until: 1, skip: 0 };
  const last = Math.floor(after.ms / DAY_MS);
  let before = 0;
  let from: number | undefined;
  for (const { day, records } of days) {
    if (day > last) continue;
    from = day;
    if (day < last) before += records;
    if (before > size) break;
  }
  return from === undefined ? null : { from, until: last + 1, skip: 0 };
}
