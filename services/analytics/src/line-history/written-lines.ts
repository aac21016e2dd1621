import { readWrittenRows } from '../store/line-history/entry-rows.ts';
import { createReader } from '../store/line-history/small-query.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import type { BlamedPlace } from './blamed-places.ts';
import { linesKey, openCached } from './line-cache.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { layOutWritten } from './pack-lines.ts';
import { findWritten, type OpenLines, openWeight, packOf, type WrittenLines } from './packed-lines.ts';

/**
 * What commits wrote in files. Where the repo was read ahead it is found in its packs, which takes no query; only commits of which
 * nothing is known are queried.
 */
export async function readWrittenLines(
  { clickHouse, lineCache }: Pick<LineHistoryContext, 'clickHouse' | 'lineCache'>,
  snapshot: RepoSnapshot,
  wanted: readonly BlamedPlace[],
): Promise<ReadonlyMap<BlamedPlace, WrittenLines>> {
  const keyOf = ({ sha, path }: { sha: string; path: string }) => `${linesKey(snapshot, path)}:${sha}`;
  const found = new Map<BlamedPlace, WrittenLines>();
  const left: BlamedPlace[] = [];
  for (const [path, places] of Map.groupBy(wanted, (place) => place.path)) {
    const packs = lineCache.packedLines.get(linesKey(snapshot, path))?.written ?? [];
    for (const place of places) {
      const pack = packOf(packs, place.sha);
      const packed = pack && findWritten(openCached(lineCache, pack), place.sha);
      const known = packed ?? findQueried(lineCache.writtenLines.get(keyOf(place)), place);
      if (known) found.set(place, known);
      else left.push(place);
    }
  }
  if (left.length === 0) return found;
  const paths = [...new Set(left.map(({ path }) => path))];
  const shas = [...new Set(left.map(({ sha }) => sha))];
  const commits = await readWrittenRows(createReader(clickHouse, snapshot), { paths, shas });
  const read = new Map<string, OpenLines>();
  for (const [path, own] of Map.groupBy(commits, (commit) => commit.path)) {
    const lines = layOutWritten(own);
    const size = Math.ceil(openWeight(lines) / own.length);
    for (const commit of own) lineCache.writtenLines.set(keyOf(commit), lines, { size });
    read.set(path, lines);
  }
  for (const place of left) {
    const known = findQueried(read.get(place.path), place);
    if (known) found.set(place, known);
  }
  return found;
}

const findQueried = (lines: OpenLines | undefined, { sha }: BlamedPlace): WrittenLines | null =>
  lines ? findWritten(lines, sha) : null;
