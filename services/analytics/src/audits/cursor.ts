import { invalidParameter } from '@linescope/contract/fault';
import { z } from 'zod';
import { bound, fragment, joinFragments, type SqlFragment } from '../store/sql.ts';
import { boundTime } from './bound-times.ts';

/** The last record of a page, by the columns that order the list. */
export interface Cursor {
  ms: number;
  ties: string[];
}

const cursorShape = z.tuple([
  z
    .number()
    .int()
    .min(0)
    .max(Date.UTC(2200, 0, 1)),
  z.array(z.string().max(2_000)).min(1).max(8),
]);

export const invalidCursor = () => invalidParameter('cursor', 'cursor is not one that an audit of this type gave.');

export const writeCursor = ({ ms, ties }: Cursor): string =>
  Buffer.from(JSON.stringify([ms, ties])).toString('base64url');

export function readCursor(text: string): Cursor {
  try {
    const [ms, ties] = cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { ms, ties };
  } catch {
    throw invalidCursor();
  }
}

export interface Tie {
  column: string;
  type: 'UInt64' | 'String';
}

export const fits = ({ ties: given }: Cursor, ties: Tie[]): boolean =>
  given.length === ties.length &&
  ties.every(({ type }, index) => type === 'String' || /^\d{1,19}$/.test(given[index] ?? ''));

/** Records after the cursor: older, or as old and after it by the ties. */
export function follows(time: string | undefined, ties: Tie[], after: Cursor): SqlFragment {
  const own = `(${ties.map(({ column }) => column).join(', ')})`;
  const values = ties.map(({ type }, index) => bound(`after_${index}`, type, after.ties[index]));
  const last = fragment`(${joinFragments(values, ', ')})`;
  const behind = ties.length === 1 ? fragment`${own} > ${last}` : fragment`tuple${own} > tuple${last}`;
  if (!time) return behind;
  const at = boundTime('after_ms', after.ms);
  return fragment`(${time} < ${at} OR (${time} = ${at} AND ${behind}))`;
}
