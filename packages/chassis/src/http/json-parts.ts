import { setImmediate as nextTurn } from 'node:timers/promises';
import { WrittenFields } from './written-fields.ts';
import { WrittenList } from './written-list.ts';

/** So much is written at a time; a megabyte takes four milliseconds. */
const PART = 128 * 1024;

/**
 * A body as JSON, in parts. Long lists in it are written some records at a time, so that other requests are answered meanwhile;
 * `onPart` is given each part.
 */
export async function jsonParts(body: unknown, onPart: (part: Buffer) => void = () => {}): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  let text = '';
  const write = () => {
    const part = Buffer.from(text);
    text = '';
    parts.push(part);
    onPart(part);
  };
  for (const piece of piecesOf(body)) {
    if (typeof piece === 'string') {
      text += piece;
      if (text.length < PART) continue;
      write();
    } else {
      if (text !== '') write();
      parts.push(piece);
      onPart(piece);
    }
    await nextTurn();
  }
  write();
  return parts;
}

function* piecesOf(body: unknown): Generator<string | Buffer> {
  if (Array.isArray(body)) yield* piecesOfList(body);
  else if (isPlain(body)) {
    let before = '{';
    for (const [name, value] of Object.entries(body)) {
      const long = longPieces(value);
      const text = long ? '' : JSON.stringify(value);
      if (text === undefined) continue;
      yield `${before}${JSON.stringify(name)}:${text}`;
      if (long) yield* long;
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(body) ?? '';
}

/** As many records in one piece as are about a part long, judged by the piece before. */
function* piecesOfList(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let from = 0, size = 1; from < list.length; ) {
    const piece = JSON.stringify(list.slice(from, from + size)).slice(1, -1);
    yield from === 0 ? piece : `,${piece}`;
    from += size;
    size = Math.max(1, Math.min(4 * size, Math.floor((PART * size) / (piece.length + 1))));
  }
  yield ']';
}

/** Null where it is written at once. */
function longPieces(value: unknown): Iterable<string | Buffer> | null {
  if (Array.isArray(value)) return piecesOfList(value);
  if (value instanceof WrittenList) return value.parts;
  return value instanceof WrittenFields ? piecesOfFields(value) : null;
}

function* piecesOfFields({ fields }: WrittenFields): Generator<string> {
  let before = '{';
  for (const field of fields) {
    yield `${before}${field}`;
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** The body is sent: what it was written in can be used again. */
export function releaseParts(body: unknown): void {
  if (!isPlain(body)) return;
  for (const value of Object.values(body)) if (value instanceof WrittenList) value.release();
}

/** What was written read back, for whoever needs the values. */
export const readBack = (body: unknown): unknown =>
  isPlain(body) && Object.values(body).some((value) => value instanceof WrittenList || value instanceof WrittenFields)
    ? JSON.parse(JSON.stringify(body))
    : body;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value);
