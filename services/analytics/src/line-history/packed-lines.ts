import type { LineRow, WantedLine } from '../store/line-history/entry-rows.ts';
import { type Columns, unpackColumns } from './line-columns.ts';

/**
 * The changed lines of one file, compressed in packs of some 15 bytes a line, so that whole repos fit in memory. Lines that commits
 * wrote, by their numbers after, are apart from those that commits deleted, by their numbers before: blame reads only the former.
 */
export interface PackedLines {
  written: readonly LinePack[];
  deleted: readonly LinePack[];
}

/** Packs are in the order of their shas: a line is found by opening only the pack of its commit. */
export interface LinePack {
  firstSha: string;
  lastSha: string;
  /** What blame shows of lines too, and what only line histories do. */
  shown: Buffer;
  rest: Buffer;
}

/** What answers show of a changed line. */
export type StoredLine = Pick<
  LineRow,
  'operation' | 'provenance' | 'text' | 'origin_at' | 'function_name' | 'class_name' | 'delta'
>;

/** Lines of some commits in one file: commits in the order of their shas, the lines of each in the order of their numbers. */
export interface OpenLines {
  shas: readonly string[];
  /** Of each commit, where its lines end. */
  ends: readonly number[];
  numbers: Int32Array;
  /** Of each line, where its text ends. */
  textEnds: Int32Array;
  /** Places in `names`. */
  operations: Int32Array;
  provenances: Int32Array;
  names: readonly string[];
  /** As JSON. */
  texts: Buffer;
}

export type ShownWords = Pick<OpenLines, 'shas' | 'ends' | 'names'>;

/** A text as JSON: some bytes of what holds many. */
export interface TextBytes {
  bytes: Buffer;
  from: number;
  until: number;
}

/** What blame shows of a line. */
export interface WrittenLine {
  text: TextBytes;
  operation: string;
  provenance: string;
}

/** Lines that a commit wrote in a file, by their numbers. */
export interface WrittenLines {
  get(line: number): WrittenLine | undefined;
}

/** In place of none: no line is that old. */
export const NO_TIME = -1e15;
const ENTRY = 300;
const NONE = new Int32Array(0);

/** The pack that a commit's lines are in, where it has any. */
export function packOf(packs: readonly LinePack[], sha: string): LinePack | undefined {
  const at = firstNotBefore(packs.length, (index) => (packs[index]?.lastSha ?? '') < sha);
  const pack = packs[at];
  return pack && pack.firstSha <= sha ? pack : undefined;
}

export function openPack({ shown }: LinePack): OpenLines {
  const { words, integers, texts } = unpackColumns<ShownWords>(shown, { doubles: 0, integers: 4 });
  const [numbers = NONE, textEnds = NONE, operations = NONE, provenances = NONE] = integers;
  return { ...words, numbers: sumUp(numbers), textEnds: sumUp(textEnds), operations, provenances, texts };
}

/** Numbers are packed as the steps from one to the next. */
function sumUp(steps: Int32Array): Int32Array {
  for (let row = 1; row < steps.length; row++) steps[row] = (steps[row] ?? 0) + (steps[row - 1] ?? 0);
  return steps;
}

/** The lines of a commit; null where it has none there. */
export function findWritten(open: OpenLines, sha: string): WrittenLines | null {
  const range = rangeOf(open, sha);
  if (range === null) return null;
  // Lines are mostly asked for one after another.
  let next = range.from;
  return {
    get(line) {
      const row = next < range.until && open.numbers[next] === line ? next : findRow(open, range, line);
      if (row === -1) return undefined;
      next = row + 1;
      return { text: textOf(open, row), ...wordsOf(open, row) };
    },
  };
}

export const openRest = ({ rest }: LinePack): Columns<string[]> =>
  unpackColumns<string[]>(rest, { doubles: 2, integers: 2 });

export function findStoredLine(
  open: OpenLines,
  rest: () => Columns<string[]>,
  { sha, line }: Pick<WantedLine, 'sha' | 'line'>,
): StoredLine | null {
  const range = rangeOf(open, sha);
  const row = range === null ? -1 : findRow(open, range, line);
  if (row === -1) return null;
  const { words, doubles, integers } = rest();
  const { bytes, from, until } = textOf(open, row);
  const originAt = doubles[0]?.[row] ?? NO_TIME;
  return {
    ...wordsOf(open, row),
    text: parseText(bytes.toString('utf8', from, until)),
    origin_at: originAt === NO_TIME ? null : originAt,
    function_name: words[integers[0]?.[row] ?? 0] ?? '',
    class_name: words[integers[1]?.[row] ?? 0] ?? '',
    delta: doubles[1]?.[row] ?? 0,
  };
}

interface RowRange {
  from: number;
  until: number;
}

function rangeOf({ shas, ends }: OpenLines, sha: string): RowRange | null {
  const at = firstNotBefore(shas.length, (index) => (shas[index] ?? '') < sha);
  return shas[at] === sha ? { from: ends[at - 1] ?? 0, until: ends[at] ?? 0 } : null;
}

function findRow({ numbers }: OpenLines, { from, until }: RowRange, line: number): number {
  const row = from + firstNotBefore(until - from, (index) => (numbers[from + index] ?? 0) < line);
  return row < until && numbers[row] === line ? row : -1;
}

/** Of so many in order, the first that is not before what is looked for. */
function firstNotBefore(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const textOf = ({ texts, textEnds }: OpenLines, row: number): TextBytes => ({
  bytes: texts,
  from: textEnds[row - 1] ?? 0,
  until: textEnds[row] ?? 0,
});

const wordsOf = ({ names, operations, provenances }: OpenLines, row: number) => ({
  operation: names[operations[row] ?? 0] ?? '',
  provenance: names[provenances[row] ?? 0] ?? '',
});

/** The cast is safe: texts are packed as JSON of strings. */
const parseText = (text: string): string => JSON.parse(text) as string;

export const packsWeight = ({ written, deleted }: PackedLines): number =>
  [...written, ...deleted].reduce((sum, { shown, rest }) => sum + ENTRY + shown.length + rest.length, ENTRY);

export const openWeight = ({ shas, numbers, texts }: OpenLines): number =>
  ENTRY + 60 * shas.length + 16 * numbers.length + texts.length;

export const restWeight = ({ words, doubles, integers }: Columns<string[]>): number =>
  ENTRY +
  words.reduce((sum, word) => sum + 24 + word.length, 0) +
  [...doubles, ...integers].reduce((sum, { byteLength }) => sum + byteLength, 0);
