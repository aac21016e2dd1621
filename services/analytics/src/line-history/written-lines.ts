import { type LineRow, readWrittenRows } from '../store/line-history/entry-rows.ts';
import { createReader } from '../store/line-history/small-query.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { linesKey, rowsWeight, type WrittenLines } from './line-cache.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { unpackLines } from './packed-lines.ts';

/**
 * What commits wrote in files, of each commit and file once. Where the repo was read ahead they are unpacked, which takes no query;
 * only commits of which nothing is known are queried.
 */
export async function readWrittenLines(
  { clickHouse, lineCache }: Pick<LineHistoryContext, 'clickHouse' | 'lineCache'>,
  snapshot: RepoSnapshot,
  wanted: readonly { sha: string; path: string }[],
): Promise<(sha: string, path: string) => WrittenLines | undefined> {
  const found = new Map<string, WrittenLines>();
  const keyOf = (sha: string, path: string) => `${linesKey(snapshot, path)}:${sha}`;
  const keep = (rows: readonly LineRow[]): void => {
    for (const [key, own] of Map.groupBy(rows, (row) => keyOf(row.sha, row.path))) {
      const lines = new Map(own.flatMap((row) => (row.line_after === null ? [] : [[row.line_after, row]])));
      found.set(key, lines);
      lineCache.writtenLines.set(key, lines, { size: key.length + rowsWeight(own) });
    }
  };
  const missing = () => wanted.filter(({ sha, path }) => !found.has(keyOf(sha, path)));
  for (const { sha, path } of wanted) {
    const cached = lineCache.writtenLines.get(keyOf(sha, path));
    if (cached) found.set(keyOf(sha, path), cached);
  }
  for (const [path, some] of Map.groupBy(missing(), (one) => one.path)) {
    const packs = lineCache.packedLines.get(linesKey(snapshot, path));
    if (packs) keep(unpackLines(packs, new Set(some.map(({ sha }) => sha))));
  }
  const left = missing();
  if (left.length > 0) {
    const paths = [...new Set(left.map(({ path }) => path))];
    const shas = [...new Set(left.map(({ sha }) => sha))];
    keep(await readWrittenRows(createReader(clickHouse, snapshot), { paths, shas }));
  }
  return (sha, path) => found.get(keyOf(sha, path));
}
