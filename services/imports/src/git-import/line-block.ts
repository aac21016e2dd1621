import type { FactBlock } from '@linescope/facts/fact-batch';
import { lineChangesTable } from '@linescope/facts/git-tables';
import {
  ColumnBuffer,
  dictionary,
  type NativeColumns,
  nativePieces,
  plain,
  WideNumbers,
} from '@linescope/facts/native-block';
import {
  CHURN,
  DUPLICATE,
  type LineColumns,
  NEW_FILE,
  NONE,
  type NumberColumn,
  ORIGIN_AI,
  SCORED,
  textStarts,
  type WordColumn,
} from '@linescope/git-engine/delivery/line-columns';
import type { CommitLines } from '@linescope/git-engine/delivery/spool';

export interface LineContext {
  entityId: number;
  repoId: number;
  version: number;
  /** The committer of a commit's author. */
  committerOf(sha: string): number;
}

/** Lines of one commit and path, which stand together in the spool and in the table. */
type Stretch = CommitLines & {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Where the words of its part are among those of all parts. */
  readonly wordsAt: number;
  /** Its first row in the block. */
  at: number;
};

const SHA = 40;

/** One column is copied into the message before the next is made, so all share these buffers. */
const buffers = { nulls: new ColumnBuffer(), values: new ColumnBuffer(), words: new ColumnBuffer() };

/**
 * The line changes of a batch as one block for ClickHouse, in the order of the table's key, so that it need not sort.
 * Columns are copied stretch by stretch as the spool holds them; no line becomes an object.
 */
export function lineBlock(lines: readonly CommitLines[], context: LineContext): FactBlock {
  const stretches = inOrder(lines);
  const last = stretches.at(-1);
  const rows = last === undefined ? 0 : last.at + last.to - last.from;
  const { entityId, repoId, version } = context;
  const words = (column: WordColumn) => () => wordsOf(stretches, rows, column);
  const whole = (column: NumberColumn) => () => plain(wholeOf(stretches, rows, column));
  const maybe = (column: NumberColumn) => () => known(wholeOf(stretches, rows, column));
  const same = (value: number) => () => plain(new WideNumbers(rows, buffers.values).fill(value, 0, rows).halves);
  const shas = (column: WordColumn) => () => wordsOf(stretches, rows, column, SHA);
  const flag = (bit: number) => () => plain(flagsOf(stretches, rows, bit));
  const columns: NativeColumns<typeof lineChangesTable.columns> = {
    entity_id: same(entityId),
    repo_id: same(repoId),
    path: words('path'),
    sha: () => wordsOfCommits(stretches, rows, ({ commit }) => commit.sha, SHA),
    hunk: whole('hunk'),
    hunk_line: whole('hunkLine'),
    authored_at: () => ofCommits(stretches, rows, ({ commit }) => commit.authoredAt),
    committer_id: () => ofCommits(stretches, rows, ({ commit }) => context.committerOf(commit.sha)),
    path_before: words('pathBefore'),
    line_before: maybe('lineBefore'),
    line_after: maybe('lineAfter'),
    operation: words('operation'),
    text: () => plain(...textsOf(stretches)),
    origin_sha: shas('originSha'),
    origin_path: words('originPath'),
    origin_line: maybe('originLine'),
    origin_authored_at: () => knownWide(stretches, rows),
    born_sha: shas('bornSha'),
    born_path: words('bornPath'),
    born_line: maybe('bornLine'),
    origin_ai: flag(ORIGIN_AI),
    provenance: words('provenance'),
    churn: flag(CHURN),
    kind: words('kind'),
    function_name: words('functionName'),
    class_name: words('className'),
    block_hash: () => wideOf(stretches, rows),
    duplicate: flag(DUPLICATE),
    ai_authored: () => plain(aiAuthored(stretches, rows)),
    evidence_tier: () => dictionary([...EVIDENCE_TIERS], evidenceTiers(stretches, rows)),
    evidence_inherited: () => plain(buffers.values.bytes(rows)),
    ai_tool: () => wordsOfCommits(stretches, rows, ({ commit }) => commit.aiTool ?? ''),
    ai_model: () => wordsOfCommits(stretches, rows, ({ commit }) => commit.aiModel ?? ''),
    category: words('category'),
    language: words('language'),
    scored: flag(SCORED),
    new_file: flag(NEW_FILE),
    delta: () => plain(deltasOf(stretches, rows)),
    version: same(version),
  };
  return { table: lineChangesTable, rows, format: 'Native', bytes: nativePieces(lineChangesTable, rows, columns) };
}

function inOrder(lines: readonly CommitLines[]): Stretch[] {
  const stretches: Stretch[] = [];
  let wordsAt = 0;
  for (const { commit, columns } of lines) {
    for (let from = 0, to = 0; from < columns.rows; from = to) {
      const path = columns.path[from] ?? NONE;
      while (to < columns.rows && columns.path[to] === path) to++;
      stretches.push({ commit, columns, path: columns.words[path] ?? '', from, to, wordsAt, at: 0 });
    }
    wordsAt += columns.words.length + 1;
  }
  // Sorting is stable: the parts of a large commit stay in their order.
  stretches.sort((a, b) => compare(a.path, b.path) || compare(a.commit.sha, b.commit.sha));
  let at = 0;
  for (const stretch of stretches) {
    stretch.at = at;
    at += stretch.to - stretch.from;
  }
  return stretches;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The spool numbers words by part, a block by column; a word that is none is empty. The first of those that have a width is
 * that none, and null in the table.
 */
function wordsOf(stretches: readonly Stretch[], rows: number, column: WordColumn, width?: number) {
  const keys = new Map<string, number>(width === undefined ? [] : [['', 0]]);
  const numbers = buffers.values.whole(rows);
  const wordCount = stretches.reduce(
    (most, { columns, wordsAt }) => Math.max(most, wordsAt + columns.words.length + 1),
    0,
  );
  const mapped = buffers.words.whole(wordCount).fill(NONE);
  for (const { columns, from, to, at, wordsAt } of stretches) {
    const source = columns[column];
    // Neighbouring lines mostly share their words.
    let last = NONE - 1;
    let number = NONE;
    for (let row = from; row < to; row++) {
      const word = source[row] ?? NONE;
      if (word !== last) {
        last = word;
        number = mapped[wordsAt + word + 1] ?? NONE;
        if (number === NONE) {
          const text = columns.words[word] ?? '';
          number = keys.get(text) ?? keys.size;
          keys.set(text, number);
          mapped[wordsAt + word + 1] = number;
        }
      }
      numbers[at + row - from] = number;
    }
  }
  return dictionary([...keys.keys()], numbers, width);
}

function wordsOfCommits(
  stretches: readonly Stretch[],
  rows: number,
  read: (lines: CommitLines) => string,
  width?: number,
) {
  const keys = new Map<string, number>();
  const numbers = buffers.values.whole(rows);
  for (const stretch of stretches) {
    const word = read(stretch);
    const number = keys.get(word) ?? keys.size;
    keys.set(word, number);
    numbers.fill(number, stretch.at, stretch.at + stretch.to - stretch.from);
  }
  return dictionary([...keys.keys()], numbers, width);
}

function wholeOf(stretches: readonly Stretch[], rows: number, column: NumberColumn): Int32Array {
  const values = buffers.values.whole(rows);
  for (const { columns, from, to, at } of stretches) values.set(columns[column].subarray(from, to), at);
  return values;
}

/** A column that may be null: which rows are, then the values of all. */
function known(values: Int32Array) {
  const nulls = buffers.nulls.bytes(values.length);
  for (let row = 0; row < values.length; row++) {
    if (values[row] !== NONE) continue;
    nulls[row] = 1;
    values[row] = 0;
  }
  return plain(nulls, values);
}

function knownWide(stretches: readonly Stretch[], rows: number) {
  const nulls = buffers.nulls.bytes(rows);
  const values = new WideNumbers(rows, buffers.values);
  for (const { columns, from, to, at } of stretches) {
    const source = columns.originAuthoredAt;
    for (let row = from; row < to; row++) {
      const value = source[row] ?? NONE;
      if (value === NONE) nulls[at + row - from] = 1;
      else values.set(at + row - from, value);
    }
  }
  return plain(nulls, values.halves);
}

function wideOf(stretches: readonly Stretch[], rows: number) {
  const values = new WideNumbers(rows, buffers.values);
  for (const { columns, from, to, at } of stretches) {
    const source = columns.blockHash;
    for (let row = from; row < to; row++) values.set(at + row - from, source[row] ?? 0);
  }
  return plain(values.halves);
}

function flagsOf(stretches: readonly Stretch[], rows: number, bit: number): Uint8Array {
  const bits = buffers.values.bytes(rows);
  for (const { columns, from, to, at } of stretches) {
    const { flags } = columns;
    for (let row = from; row < to; row++) bits[at + row - from] = ((flags[row] ?? 0) & bit) === 0 ? 0 : 1;
  }
  return bits;
}

function ofCommits(stretches: readonly Stretch[], rows: number, read: (lines: CommitLines) => number) {
  const values = new WideNumbers(rows, buffers.values);
  for (const stretch of stretches) values.fill(read(stretch), stretch.at, stretch.at + stretch.to - stretch.from);
  return plain(values.halves);
}

function aiAuthored(stretches: readonly Stretch[], rows: number): Uint8Array {
  const values = buffers.values.bytes(rows);
  for (const { commit, from, to, at } of stretches) values.fill(commit.aiAuthored ? 1 : 0, at, at + to - from);
  return values;
}

/** What a commit's trailer, bot identity or host declares of all its lines. */
const EVIDENCE_TIERS = ['unknown', 'declared'] as const;

function evidenceTiers(stretches: readonly Stretch[], rows: number): Int32Array {
  const numbers = buffers.values.whole(rows);
  for (const { commit, from, to, at } of stretches) numbers.fill(commit.aiAuthored ? 1 : 0, at, at + to - from);
  return numbers;
}

function deltasOf(stretches: readonly Stretch[], rows: number): Float64Array {
  const values = buffers.values.decimal(rows);
  for (const { columns, from, to, at } of stretches) values.set(columns.delta.subarray(from, to), at);
  return values;
}

function textsOf(stretches: readonly Stretch[]): Uint8Array[] {
  const starts = new Map<LineColumns, Uint32Array>();
  return stretches.map(({ columns, from, to }) => {
    const found = starts.get(columns) ?? textStarts(columns);
    starts.set(columns, found);
    return columns.texts.subarray(found[from], found[to]);
  });
}
