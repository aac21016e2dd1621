import { readWrittenRows } from '../store/line-history/entry-rows.ts';
import { createReader } from '../store/line-history/small-query.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { linesKey, openCached } from './line-cache.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { layOutWritten } from './pack-lines.ts';
import { findWritten, openWeight, packOf, type WrittenLines } from './packed-lines.ts';

interface WrittenPlace {
  sha: string;
  path: string;
}

/**
 * What commits wrote in files, of each commit and file once. Where the repo was read ahead it is found in its packs, which takes no
 * query; only commits of which nothing is known are queried.
 */
export async function readWrittenLines(
  { clickHouse, lineCache }: Pick<LineHistoryContext, 'clickHouse' | 'lineCache'>,
  snapshot: RepoSnapshot,
  wanted: readonly WrittenPlace[],
): Promise<(sha: string, path: string) => WrittenLines | undefined> {
  const keyOf = (sha: string, path: string) => `${linesKey(snapshot, path)}:${sha}`;
  const findKnown = ({ sha, path }: WrittenPlace): WrittenLines | null => {
    const packs = lineCache.packedLines.get(linesKey(snapshot, path));
    const pack = packs && packOf(packs.written, sha);
    const packed = pack ? findWritten(openCached(lineCache, pack), sha) : null;
    if (packed) return packed;
    const queried = lineCache.writtenLines.get(keyOf(sha, path));
    return queried ? findWritten(queried, sha) : null;
  };
  const found = new Map<string, WrittenLines>();
  const left: WrittenPlace[] = [];
  for (const place of wanted) {
    const known = findKnown(place);
    if (known) found.set(keyOf(place.sha, place.path), known);
    else left.push(place);
  }
  if (left.length > 0) {
    const paths = [...new Set(left.map(({ path }) => path))];
    const shas = [...new Set(left.map(({ sha }) => sha))];
    const commits = await readWrittenRows(createReader(clickHouse, snapshot), { paths, shas });
    for (const [path, own] of Map.groupBy(commits, (commit) => commit.path)) {
      const lines = layOutWritten(own);
      const size = Math.ceil(openWeight(lines) / own.length);
      for (const { sha } of own) {
        const written = findWritten(lines, sha);
        if (written) found.set(keyOf(sha, path), written);
        lineCache.writtenLines.set(keyOf(sha, path), lines, { size });
      }
    }
  }
  return (sha, path) => found.get(keyOf(sha, path));
}
