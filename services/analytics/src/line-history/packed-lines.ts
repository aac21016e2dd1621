import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { LineRow, WantedLine } from '../store/line-history/entry-rows.ts';

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

const PACK = 256;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const ENTRY = 300;

export function packLines(rows: readonly LineRow[]): PackedLines {
  const packs: LinePack[] = [];
  const inOrder = rows.toSorted((one, other) => (one.sha < other.sha ? -1 : one.sha > other.sha ? 1 : 0));
  for (let from = 0; from < inOrder.length; from += PACK) {
    const some = inOrder.slice(from, from + PACK);
    packs.push({
      firstSha: some[0]?.sha ?? '',
      lastSha: some.at(-1)?.sha ?? '',
      // Copied, since the result is a slice of a larger buffer that would stay in memory.
      packed: Buffer.from(zstdCompressSync(JSON.stringify(some), FAST)),
    });
  }
  return packs;
}

export const findPackedLine = (packs: PackedLines, line: WantedLine): LineRow | null =>
  packs
    .filter(({ firstSha, lastSha }) => firstSha <= line.sha && line.sha <= lastSha)
    .map((pack) => unpack(pack).findLast((row) => isRowOf(row, line)))
    .findLast((row) => row !== undefined) ?? null;

/** The lines that some commits wrote, of whole files: those of commits that were not packed are missing. */
export const unpackLines = (packs: PackedLines, shas: ReadonlySet<string>): LineRow[] =>
  packs
    .filter(({ firstSha, lastSha }) => shas.values().some((sha) => firstSha <= sha && sha <= lastSha))
    .flatMap((pack) => unpack(pack).filter((row) => shas.has(row.sha)));

export const isRowOf = (row: LineRow, { sha, line, isDeleted }: WantedLine): boolean =>
  row.sha === sha && (isDeleted ? row.line_after === null && row.line_before === line : row.line_after === line);

export const packsWeight = (packs: PackedLines): number =>
  packs.reduce((sum, { packed }) => sum + ENTRY + packed.length, ENTRY);

/** The cast is safe: only `packLines` makes packs, of rows that were validated when they were read. */
const unpack = ({ packed }: LinePack): LineRow[] => JSON.parse(zstdDecompressSync(packed).toString()) as LineRow[];
