import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { CommitLines, LineRow, WantedLine } from '../store/line-history/entry-rows.ts';

/**
 * The changed lines of one file, compressed in small packs of some 15 bytes a line, so that whole repos fit in memory. Packs are
 * in the order of their shas: a line is found by unpacking only the packs of its commit.
 */
export type PackedLines = readonly LinePack[];

interface LinePack {
  firstSha: string;
  lastSha: string;
  packed: Buffer;
}

/** The lines of a pack, column by column: a commit's lines stand together, up to its end. */
interface LineColumns {
  path: string;
  shas: string[];
  ends: number[];
  columns: { [Name in ColumnName]: LineRow[Name][] };
}

type ColumnName = Exclude<keyof LineRow, 'path' | 'sha'>;

/** A pack ends with the commit that brings it to so many lines. */
const PACK = 256;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const ENTRY = 300;

/** The lines of one file, by commits in the order of their shas. */
export function packLines(commits: readonly CommitLines[]): PackedLines {
  const packs: LinePack[] = [];
  let from = 0;
  let lines = 0;
  for (const [index, { columns }] of commits.entries()) {
    lines += columns.text.length;
    if (lines < PACK && index + 1 < commits.length) continue;
    packs.push(packCommits(commits.slice(from, index + 1)));
    from = index + 1;
    lines = 0;
  }
  return packs;
}

function packCommits(commits: readonly CommitLines[]): LinePack {
  const shas = commits.map(({ sha }) => sha);
  let end = 0;
  const ends = commits.map(({ columns }) => (end += columns.text.length));
  const joined = <Value>(column: (columns: CommitLines['columns']) => Value[]): Value[] =>
    commits.flatMap(({ columns }) => column(columns));
  const content: LineColumns = {
    path: commits[0]?.path ?? '',
    shas,
    ends,
    columns: {
      line_after: joined((own) => own.line_after),
      line_before: joined((own) => own.line_before),
      operation: joined((own) => own.operation),
      provenance: joined((own) => own.provenance),
      text: joined((own) => own.text),
      origin_at: joined((own) => own.origin_at),
      function_name: joined((own) => own.function_name),
      class_name: joined((own) => own.class_name),
      delta: joined((own) => own.delta),
    },
  };
  return {
    firstSha: shas[0] ?? '',
    lastSha: shas.at(-1) ?? '',
    // Copied, since the result is a slice of a larger buffer that would stay in memory.
    packed: Buffer.from(zstdCompressSync(JSON.stringify(content), FAST)),
  };
}

/** Rows are made of the wanted commits only. */
function rowsOf({ path, shas, ends, columns }: LineColumns, wanted: ReadonlySet<string>): LineRow[] {
  const rows: LineRow[] = [];
  for (const [place, sha] of shas.entries()) {
    if (!wanted.has(sha)) continue;
    for (let index = ends[place - 1] ?? 0; index < (ends[place] ?? 0); index++) {
      rows.push({
        path,
        sha,
        line_after: columns.line_after[index] ?? null,
        line_before: columns.line_before[index] ?? null,
        operation: columns.operation[index] ?? '',
        provenance: columns.provenance[index] ?? '',
        text: columns.text[index] ?? '',
        origin_at: columns.origin_at[index] ?? null,
        function_name: columns.function_name[index] ?? '',
        class_name: columns.class_name[index] ?? '',
        delta: columns.delta[index] ?? 0,
      });
    }
  }
  return rows;
}

export const findPackedLine = (packs: PackedLines, line: WantedLine): LineRow | null =>
  unpackLines(packs, new Set([line.sha])).findLast((row) => isRowOf(row, line)) ?? null;

/** The lines that some commits wrote, of whole files: those of commits that were not packed are missing. */
export function unpackLines(packs: PackedLines, shas: ReadonlySet<string>): LineRow[] {
  const inOrder = [...shas].sort();
  return packs.flatMap((pack) => (holdsOne(pack, inOrder) ? rowsOf(unpack(pack), shas) : []));
}

/** Whether one of the shas, which are in order, may be in the pack. */
function holdsOne({ firstSha, lastSha }: LinePack, inOrder: readonly string[]): boolean {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inOrder[middle] ?? '') < firstSha) low = middle + 1;
    else high = middle;
  }
  const next = inOrder[low];
  return next !== undefined && next <= lastSha;
}

export const isRowOf = (row: LineRow, { sha, line, isDeleted }: WantedLine): boolean =>
  row.sha === sha && (isDeleted ? row.line_after === null && row.line_before === line : row.line_after === line);

export const packsWeight = (packs: PackedLines): number =>
  packs.reduce((sum, { packed }) => sum + ENTRY + packed.length, ENTRY);

/** The cast is safe: only `packLines` makes packs, of rows that were validated when they were read. */
const unpack = ({ packed }: LinePack): LineColumns => JSON.parse(zstdDecompressSync(packed).toString()) as LineColumns;
