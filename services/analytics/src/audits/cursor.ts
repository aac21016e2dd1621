import { invalidParameter } from '@linescope/contract/fault';
import { z } from 'zod';

/** The last record of a page, by what lists are ordered by. */
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
  z.array(z.string().max(2_000)).min(1).max(4),
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

/** What stands behind the cursor: older, or as old and behind it by the ties. */
export function follows(time: string | undefined, ties: Tie[]): string {
  const own = `(${ties.map(({ column }) => column).join(', ')})`;
  const last = `(${ties.map(({ type }, index) => `{after_${index}:${type}}`).join(', ')})`;
  const behind = ties.length === 1 ? `${own} > ${last}` : `tuple${own} > tuple${last}`;
  if (!time) return behind;
  const at = `fromUnixTimestamp64Milli({after_ms:Int64}, 'UTC')`;
  return `(${time} < ${at} OR (${time} = ${at} AND ${behind}))`;
}

export const afterParams = (after: Cursor | null): Record<string, unknown> =>
  after ? { after_ms: after.ms, ...Object.fromEntries(after.ties.map((tie, index) => [`after_${index}`, tie])) } : {};
