import type { LineChangeFact } from '../facts.ts';

/**
 * Line changes as the spool holds them: one array a field, all in one buffer, with repeated words (paths, shas, names) as
 * numbers into a list. Whoever stores columns can copy them as they are. -1 stands for none.
 */
export type LineColumns = {
  readonly rows: number;
  readonly words: readonly string[];
  /** Each text as its length in bytes, in LEB128, and its bytes. */
  readonly texts: Uint8Array;
  readonly flags: Uint8Array;
} & Readonly<Record<WideColumn, Float64Array> & Record<WordColumn | NumberColumn, Int32Array>>;

type WideColumn = 'originAuthoredAt' | 'age' | 'blockHash' | 'delta';

export type WordColumn =
  | 'path'
  | 'pathBefore'
  | 'operation'
  | 'originSha'
  | 'originPath'
  | 'bornSha'
  | 'bornPath'
  | 'provenance'
  | 'kind'
  | 'functionName'
  | 'className'
  | 'language'
  | 'category';

export type NumberColumn = 'lineBefore' | 'lineAfter' | 'originLine' | 'bornLine' | 'hunk' | 'hunkLine' | 'connectives';

export type LineOwner = Pick<LineChangeFact, 'sha' | 'authoredAt' | 'aiAuthored'>;

export const CHURN = 1;
export const DUPLICATE = 2;
export const SCORED = 4;
export const NEW_FILE = 8;
export const ORIGIN_AI = 16;
export const NONE = -1;

const WIDE = Float64Array.BYTES_PER_ELEMENT;
const WHOLE = Int32Array.BYTES_PER_ELEMENT;
/** Of the numbers of a row; its text comes on top. */
export const ROW_BYTES = 4 * WIDE + 20 * WHOLE + 1;

/** The columns that lie in a buffer from a place on that eight divides; wide ones first, so that all lie as they must. */
export function columnsIn(
  { buffer, start, end }: { readonly buffer: ArrayBuffer; readonly start: number; readonly end: number },
  rows: number,
  words: readonly string[],
): LineColumns {
  let at = start;
  const wide = () => {
    at += WIDE * rows;
    return new Float64Array(buffer, at - WIDE * rows, rows);
  };
  const whole = () => {
    at += WHOLE * rows;
    return new Int32Array(buffer, at - WHOLE * rows, rows);
  };
  return {
    rows,
    words,
    originAuthoredAt: wide(),
    age: wide(),
    blockHash: wide(),
    delta: wide(),
    path: whole(),
    pathBefore: whole(),
    operation: whole(),
    originSha: whole(),
    originPath: whole(),
    bornSha: whole(),
    bornPath: whole(),
    provenance: whole(),
    kind: whole(),
    functionName: whole(),
    className: whole(),
    language: whole(),
    category: whole(),
    lineBefore: whole(),
    lineAfter: whole(),
    originLine: whole(),
    bornLine: whole(),
    hunk: whole(),
    hunkLine: whole(),
    connectives: whole(),
    flags: new Uint8Array(buffer, at, rows),
    texts: new Uint8Array(buffer, at + rows, end - at - rows),
  };
}

export type PackedLines = { readonly bytes: Buffer; readonly words: readonly string[] };

export function packLines(lines: readonly LineChangeFact[]): PackedLines {
  const texts = packTexts(lines);
  const size = ROW_BYTES * lines.length + texts.length;
  const buffer = new ArrayBuffer(size);
  const columns = columnsIn({ buffer, start: 0, end: size }, lines.length, []);
  columns.texts.set(texts);
  const numbers = new Map<string, number>();
  const word = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  // Neighbouring lines mostly share their words.
  const note = (column: Int32Array, row: number, text: string | null, before: string | null | undefined) => {
    column[row] = text === before ? (column[row - 1] ?? NONE) : text === null ? NONE : word(text);
  };
  let before: LineChangeFact | undefined;
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row];
    if (line === undefined) continue;
    note(columns.path, row, line.path, before?.path);
    note(columns.pathBefore, row, line.pathBefore, before?.pathBefore);
    note(columns.operation, row, line.operation, before?.operation);
    note(columns.originSha, row, line.originSha, before?.originSha);
    note(columns.originPath, row, line.originPath, before?.originPath);
    note(columns.bornSha, row, line.bornSha, before?.bornSha);
    note(columns.bornPath, row, line.bornPath, before?.bornPath);
    note(columns.provenance, row, line.provenance, before?.provenance);
    note(columns.kind, row, line.kind, before?.kind);
    note(columns.functionName, row, line.functionName, before?.functionName);
    note(columns.className, row, line.className, before?.className);
    note(columns.language, row, line.language, before?.language);
    note(columns.category, row, line.category, before?.category);
    columns.lineBefore[row] = line.lineBefore ?? NONE;
    columns.lineAfter[row] = line.lineAfter ?? NONE;
    columns.originLine[row] = line.originLine ?? NONE;
    columns.bornLine[row] = line.bornLine ?? NONE;
    columns.originAuthoredAt[row] = line.originAuthoredAt ?? NONE;
    columns.age[row] = line.age ?? NONE;
    columns.blockHash[row] = line.blockHash;
    columns.hunk[row] = line.hunk;
    columns.hunkLine[row] = line.hunkLine;
    columns.delta[row] = line.delta;
    columns.connectives[row] = line.connectives;
    columns.flags[row] = flagsOf(line);
    before = line;
  }
  return { bytes: Buffer.from(buffer), words: [...numbers.keys()] };
}

let scratch = Buffer.allocUnsafe(256 * 1024);

/** All texts, in a buffer that is used again. */
function packTexts(lines: readonly LineChangeFact[]): Buffer {
  let at = 0;
  for (const { text } of lines) {
    const buffer = 3 * text.length + 5;
    if (at + buffer > scratch.length) {
      const grown = Buffer.allocUnsafe(2 * scratch.length + buffer);
      scratch.copy(grown, 0, 0, at);
      scratch = grown;
    }
    let length = Buffer.byteLength(text);
    for (; length >= 0x80; length = Math.floor(length / 0x80)) scratch[at++] = (length % 0x80) | 0x80;
    scratch[at++] = length;
    at += scratch.write(text, at);
  }
  return scratch.subarray(0, at);
}

function flagsOf(line: LineChangeFact): number {
  return (
    (line.churn ? CHURN : 0) |
    (line.duplicate ? DUPLICATE : 0) |
    (line.scored ? SCORED : 0) |
    (line.newFile ? NEW_FILE : 0) |
    (line.originAi ? ORIGIN_AI : 0)
  );
}

/** Where each text starts among the bytes of all, and where the last ends. */
export function textStarts({ texts, rows }: Pick<LineColumns, 'texts' | 'rows'>): Uint32Array {
  const starts = new Uint32Array(rows + 1);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    starts[row] = at;
    at += lengthAt(texts, at).whole;
  }
  starts[rows] = at;
  return starts;
}

/** How long a text is without and with the length before it. */
function lengthAt(texts: Uint8Array, start: number): { text: number; whole: number } {
  let length = 0;
  let at = start;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = texts[at++] ?? 0;
    length += (byte & 0x7f) * scale;
    if (byte < 0x80) return { text: length, whole: at - start + length };
  }
}

/** Some of the rows, without copying them. */
export function sliceLines(columns: LineColumns, from: number, to: number): LineColumns {
  const starts = textStarts(columns);
  const cut = (column: Int32Array) => column.subarray(from, to);
  const cutWide = (column: Float64Array) => column.subarray(from, to);
  return {
    rows: to - from,
    words: columns.words,
    texts: columns.texts.subarray(starts[from], starts[to]),
    flags: columns.flags.subarray(from, to),
    originAuthoredAt: cutWide(columns.originAuthoredAt),
    age: cutWide(columns.age),
    blockHash: cutWide(columns.blockHash),
    delta: cutWide(columns.delta),
    path: cut(columns.path),
    pathBefore: cut(columns.pathBefore),
    operation: cut(columns.operation),
    originSha: cut(columns.originSha),
    originPath: cut(columns.originPath),
    bornSha: cut(columns.bornSha),
    bornPath: cut(columns.bornPath),
    provenance: cut(columns.provenance),
    kind: cut(columns.kind),
    functionName: cut(columns.functionName),
    className: cut(columns.className),
    language: cut(columns.language),
    category: cut(columns.category),
    lineBefore: cut(columns.lineBefore),
    lineAfter: cut(columns.lineAfter),
    originLine: cut(columns.originLine),
    bornLine: cut(columns.bornLine),
    hunk: cut(columns.hunk),
    hunkLine: cut(columns.hunkLine),
    connectives: cut(columns.connectives),
  };
}

export function unpackLines(columns: LineColumns, owner: LineOwner): LineChangeFact[] {
  const { words } = columns;
  const texts = Buffer.from(columns.texts.buffer, columns.texts.byteOffset, columns.texts.byteLength);
  const starts = textStarts(columns);
  const word = (column: WordColumn, row: number): string | null => words[columns[column][row] ?? NONE] ?? null;
  const number = (column: NumberColumn | WideColumn, row: number): number => columns[column][row] ?? 0;
  const known = (column: NumberColumn | WideColumn, row: number): number | null => {
    const value = columns[column][row] ?? NONE;
    return value === NONE ? null : value;
  };
  return Array.from({ length: columns.rows }, (_, row) => {
    const flags = columns.flags[row] ?? 0;
    const start = starts[row] ?? 0;
    const end = starts[row + 1] ?? start;
    return {
      sha: owner.sha,
      authoredAt: owner.authoredAt,
      path: word('path', row) ?? '',
      pathBefore: word('pathBefore', row) ?? '',
      lineBefore: known('lineBefore', row),
      lineAfter: known('lineAfter', row),
      operation: spooled<LineChangeFact['operation']>(word('operation', row)),
      text: texts.toString('utf8', end - lengthAt(texts, start).text, end),
      originSha: word('originSha', row),
      originPath: word('originPath', row),
      originLine: known('originLine', row),
      originAuthoredAt: known('originAuthoredAt', row),
      bornSha: word('bornSha', row),
      bornPath: word('bornPath', row),
      bornLine: known('bornLine', row),
      originAi: (flags & ORIGIN_AI) !== 0,
      age: known('age', row),
      provenance: spooled<LineChangeFact['provenance']>(word('provenance', row)),
      churn: (flags & CHURN) !== 0,
      kind: spooled<LineChangeFact['kind']>(word('kind', row)),
      functionName: word('functionName', row),
      className: word('className', row),
      blockHash: number('blockHash', row),
      duplicate: (flags & DUPLICATE) !== 0,
      connectives: number('connectives', row),
      aiAuthored: owner.aiAuthored,
      language: word('language', row),
      category: spooled<LineChangeFact['category']>(word('category', row)),
      scored: (flags & SCORED) !== 0,
      newFile: (flags & NEW_FILE) !== 0,
      hunk: number('hunk', row),
      hunkLine: number('hunkLine', row),
      delta: number('delta', row),
    };
  });
}

/** The spool is our own file, written a moment ago by `packLines`: its words are those of the type. */
export function spooled<Word>(value: unknown): Word {
  return value as Word;
}
