import { createPlaces } from '../store/binary-columns.ts';
import type { CommitLines } from '../store/line-history/entry-rows.ts';
import { packColumns } from './line-columns.ts';
import { type LinePack, NO_TIME, type OpenLines, type PackedLines, type ShownWords } from './packed-lines.ts';

/** A pack ends with the commit that brings it to so many lines. */
const PACK = 1024;

/** Some of a commit's lines: their rows in its columns, in the order of the numbers that they are found by. */
interface NumberedRows {
  commit: CommitLines;
  rows: number[];
  numbers: number[];
}

type NumberOf = (columns: CommitLines['columns'], row: number) => number | null;

const numberAfter: NumberOf = (columns, row) => columns.line_after[row] ?? null;
const numberBefore: NumberOf = (columns, row) =>
  columns.line_after[row] === null ? (columns.line_before[row] ?? null) : null;

/** The lines of one file, by commits in the order of their shas. */
export const packLines = (commits: readonly CommitLines[]): PackedLines => ({
  written: packAll(commits, numberAfter),
  deleted: packAll(commits, numberBefore),
});

/** Packs of further commits, whose shas come after. */
export const joinPacks = (one: PackedLines, other: PackedLines): PackedLines => ({
  written: [...one.written, ...other.written],
  deleted: [...one.deleted, ...other.deleted],
});

/** The lines that commits wrote in one file, not packed. */
export const layOutWritten = (commits: readonly CommitLines[]): OpenLines =>
  layOut(commits.map((commit) => numberRows(commit, numberAfter)).filter(({ rows }) => rows.length > 0));

function packAll(commits: readonly CommitLines[], numberOf: NumberOf): LinePack[] {
  const packs: LinePack[] = [];
  let open: NumberedRows[] = [];
  let lines = 0;
  const close = (): void => {
    if (open.length > 0) packs.push(packRows(open));
    open = [];
    lines = 0;
  };
  for (const commit of commits) {
    const numbered = numberRows(commit, numberOf);
    if (numbered.rows.length === 0) continue;
    open.push(numbered);
    lines += numbered.rows.length;
    if (lines >= PACK) close();
  }
  close();
  return packs;
}

/** They nearly always come in order; of a line that was stored again the last counts. */
function numberRows(commit: CommitLines, numberOf: NumberOf): NumberedRows {
  const { columns } = commit;
  const rows: number[] = [];
  const numbers: number[] = [];
  let last = -1;
  let isInOrder = true;
  for (let row = 0; row < columns.text.length; row++) {
    const number = numberOf(columns, row);
    if (number === null) continue;
    isInOrder &&= number > last;
    last = number;
    rows.push(row);
    numbers.push(number);
  }
  if (isInOrder) return { commit, rows, numbers };
  const rowOf = new Map(numbers.map((number, index) => [number, rows[index] ?? 0]));
  const sorted = [...rowOf].sort(([one], [other]) => one - other);
  return { commit, rows: sorted.map(([, row]) => row), numbers: sorted.map(([number]) => number) };
}

/** Calls with each line in turn: its place among all of them, and its row in the columns of its commit. */
function eachLine(
  byCommit: readonly NumberedRows[],
  visit: (line: number, columns: CommitLines['columns'], row: number, number: number) => void,
): void {
  let line = 0;
  for (const { commit, rows, numbers } of byCommit) {
    for (let index = 0; index < rows.length; index++)
      visit(line++, commit.columns, rows[index] ?? 0, numbers[index] ?? 0);
  }
}

const countLines = (byCommit: readonly NumberedRows[]): number =>
  byCommit.reduce((sum, { rows }) => sum + rows.length, 0);

function layOut(byCommit: readonly NumberedRows[]): OpenLines {
  const count = countLines(byCommit);
  const [numbers, textEnds] = [new Int32Array(count), new Int32Array(count)];
  const [operations, provenances] = [new Int32Array(count), new Int32Array(count)];
  const names = createPlaces<string>();
  let texts = '';
  let textEnd = 0;
  eachLine(byCommit, (line, columns, row, number) => {
    const text = JSON.stringify(columns.text[row] ?? '');
    texts += text;
    textEnd += Buffer.byteLength(text);
    numbers[line] = number;
    textEnds[line] = textEnd;
    operations[line] = names.placeOf(columns.operation[row] ?? '');
    provenances[line] = names.placeOf(columns.provenance[row] ?? '');
  });
  let end = 0;
  return {
    shas: byCommit.map(({ commit }) => commit.sha),
    ends: byCommit.map(({ rows }) => (end += rows.length)),
    numbers,
    textEnds,
    operations,
    provenances,
    names: names.values,
    texts: Buffer.from(texts),
  };
}

function packRows(byCommit: readonly NumberedRows[]): LinePack {
  const { numbers, textEnds, operations, provenances, texts, ...words } = layOut(byCommit);
  const shownWords: ShownWords = words;
  const count = numbers.length;
  const [functions, classes] = [new Int32Array(count), new Int32Array(count)];
  const [origins, deltas] = [new Float64Array(count), new Float64Array(count)];
  const names = createPlaces<string>();
  eachLine(byCommit, (line, columns, row) => {
    functions[line] = names.placeOf(columns.function_name[row] ?? '');
    classes[line] = names.placeOf(columns.class_name[row] ?? '');
    origins[line] = columns.origin_at[row] ?? NO_TIME;
    deltas[line] = columns.delta[row] ?? 0;
  });
  return {
    firstSha: words.shas[0] ?? '',
    lastSha: words.shas.at(-1) ?? '',
    shown: packColumns(count, {
      words: shownWords,
      doubles: [],
      integers: [stepsOf(numbers), stepsOf(textEnds), operations, provenances],
      texts,
    }),
    rest: packColumns(count, {
      words: names.values,
      doubles: [origins, deltas],
      integers: [functions, classes],
      texts: Buffer.alloc(0),
    }),
  };
}

/** From one to the next: nearly all the same, which takes hardly any space. */
function stepsOf(numbers: Int32Array): Int32Array {
  const steps = new Int32Array(numbers.length);
  for (let index = 0; index < numbers.length; index++)
    steps[index] = (numbers[index] ?? 0) - (index === 0 ? 0 : (numbers[index - 1] ?? 0));
  return steps;
}
