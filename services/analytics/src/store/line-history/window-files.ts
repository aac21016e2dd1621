import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { createReader, type Reader } from './small-query.ts';

const startRow = z.object({ sha: z.string(), base_sha: z.string() });

export async function readWindowStarts(
  clickHouse: ClickHouse,
  repo: { entityId: number; repoId: number },
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await createReader(
    clickHouse,
    repo,
  )({
    name: 'window_starts',
    select: 'sha, base_sha',
    from: 'window_starts',
    where: 'true',
    params: {},
    row: startRow,
  });
  return new Map(rows.map((row) => [row.sha, row.base_sha || null]));
}

const fileRow = z.object({
  path: z.string(),
  sha: z.string(),
  mode: z.string(),
  binary: z.boolean(),
  line_count: z.number(),
  text: z.string().nullable(),
});

/** A file as it was just before the window. */
export interface WindowFile {
  mode: string;
  binary: boolean;
  lineCount: number;
  /** Null where the import kept none. */
  lines: readonly string[] | null;
}

const ABSENT = '000000';

/** Some files as they were at a commit before the window, by path; only those that were there. */
export async function readWindowFiles(
  read: Reader,
  { sha, base }: { sha: string; base: string | null },
  paths: readonly string[],
): Promise<Map<string, WindowFile>> {
  const rows = await read({
    name: 'window_files',
    select: 'path, sha, mode, binary, line_count, text',
    from: 'window_files',
    where: 'path IN {paths:Array(String)} AND sha IN {shas:Array(String)}',
    params: { paths, shas: base === null ? [sha] : [sha, base] },
    row: fileRow,
  });
  const files = new Map<string, WindowFile>();
  for (const row of ownLast(rows, sha)) {
    files.delete(row.path);
    if (row.mode === ABSENT) continue;
    const { mode, binary, line_count: lineCount, text } = row;
    files.set(row.path, { mode, binary, lineCount, lines: text === null ? null : splitLines(text, lineCount) });
  }
  return files;
}

const pathRow = z.object({ path: z.string(), sha: z.string(), mode: z.string() });

/** The paths of the tree of a commit before the window, with their modes. */
export async function readWindowTree(
  read: Reader,
  { sha, base }: { sha: string; base: string | null },
): Promise<ReadonlyMap<string, string>> {
  const rows = await read({
    name: 'window_tree',
    select: 'path, sha, mode',
    from: 'window_files',
    where: 'sha IN {shas:Array(String)}',
    params: { shas: base === null ? [sha] : [sha, base] },
    row: pathRow,
  });
  const modes = new Map(ownLast(rows, sha).map((row) => [row.path, row.mode]));
  for (const [path, mode] of modes) if (mode === ABSENT) modes.delete(path);
  return modes;
}

/** What differs at the commit itself comes after, and so replaces, what its base has. */
const ownLast = <Row extends { sha: string }>(rows: readonly Row[], sha: string): Row[] => [
  ...rows.filter((row) => row.sha !== sha),
  ...rows.filter((row) => row.sha === sha),
];

const splitLines = (text: string, count: number): string[] => text.split('\n').slice(0, count);
