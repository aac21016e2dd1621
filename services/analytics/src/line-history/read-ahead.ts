import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Logger } from '@linescope/chassis/log/logger';
import { z } from 'zod';
import type { FileHistory } from '../domain/line-history/file-history.ts';
import { readCommits, readLineSlice, readSomeComments } from '../store/line-history/entry-rows.ts';
import { addPiece, emptyHistory, type Piece, readChanges, readRoutes } from '../store/line-history/file-histories.ts';
import { type PathSlice, slicePaths } from '../store/line-history/slice-paths.ts';
import { createReader, type Reader } from '../store/line-history/small-query.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { commentsKey, commitKey, fileKey, fileWeight, type LineCache, linesKey, rowsWeight } from './line-cache.ts';
import { joinPacks, packLines } from './pack-lines.ts';
import { type PackedLines, packsWeight } from './packed-lines.ts';

/** Rows of a slice: few, so that concurrent queries hardly wait. */
const SLICE = 2000;
/** Lines of a slice: reading one takes a fifth of the time of a file change. */
const LINE_SLICE = 8000;
/** Lines are read ahead again after this many further commits. */
const COMMITS_APART = 500;
/** Larger repos are read on demand, file by file and commit by commit. */
const MAX_COMMITS = 30_000;
const MAX_MERGES = 40_000;
const MAX_COMMENTS = 20_000;
/** The part of the cache that one repo may take, so that it does not evict all others. */
const MAX_WEIGHT = 48 << 20;

interface ReadAheadContext {
  clickHouse: ClickHouse;
  lineCache: LineCache;
  signal?: AbortSignal;
  log?: Logger;
}

/** Fills the cache with a repo's files, lines, commits and comments: after an import, else after the first query for a line. */
export async function readAhead(
  context: ReadAheadContext,
  snapshot: RepoSnapshot,
  { slice = SLICE, lineSlice = LINE_SLICE } = {},
): Promise<void> {
  await readCommentsAhead(context, snapshot);
  await once(context, snapshot.generation, async () => {
    const began = performance.now();
    await readCommitsAhead(context, snapshot);
    const paths = await inTurn(context, () => readPaths(createReader(context.clickHouse, snapshot)));
    await readFilesAhead(
      context,
      snapshot,
      slicePaths(paths, ({ changes }) => changes, slice),
    );
    const lines = slicePaths(paths, (changed) => changed.lines, lineSlice);
    const mark = linesKey(snapshot, `${Math.floor(snapshot.graph.size / COMMITS_APART)}`);
    await once(context, mark, () => readLinesAhead(context, snapshot, lines));
    const { entityId, repoId } = snapshot;
    context.log?.info({ entityId, repoId, ms: Math.round(performance.now() - began) }, 'repo read ahead');
  });
}

/** Reads what was not read ahead yet; what failed is read again. */
async function once({ lineCache: { readAhead: done } }: ReadAheadContext, key: string, read: () => Promise<void>) {
  if (done.get(key)) return;
  done.set(key, true);
  try {
    await read();
  } catch (error) {
    done.delete(key);
    throw error;
  }
}

/** A file is cached only when all of it was read: first all merge routes, then changes, slice after slice. */
async function readFilesAhead(
  context: ReadAheadContext,
  snapshot: RepoSnapshot,
  slices: readonly PathSlice[],
): Promise<void> {
  const { clickHouse, lineCache: cache } = context;
  const routes = await inTurn(context, () => readRoutes(clickHouse, snapshot, MAX_MERGES));
  if (routes.length === MAX_MERGES) return;
  const files = new Map<string, FileHistory>();
  const add = (row: Piece): void => {
    const file = files.get(row.path) ?? emptyHistory();
    files.set(row.path, file);
    addPiece(file, snapshot.graph, row);
  };
  for (const row of routes) add(row);

  let weight = 0;
  const cacheFile = (path: string): void => {
    const file = files.get(path);
    if (!file) return;
    const own = fileWeight(file);
    weight += own;
    cache.files.set(fileKey(snapshot.generation, path), file, { size: own });
    files.delete(path);
  };
  for (const [index, slice] of slices.entries()) {
    const rows = await inTurn(context, () => readChanges(clickHouse, snapshot, slice));
    for (const row of rows) add(row);
    const next = slices[index + 1]?.firstPath;
    for (const path of new Set(rows.map((row) => row.path))) if (path !== next) cacheFile(path);
    if (weight > MAX_WEIGHT) return;
  }
  for (const path of [...files.keys()]) cacheFile(path);
}

/** Lines are packed slice by slice, to bound memory. Lines of later commits are queried. */
async function readLinesAhead(
  context: ReadAheadContext,
  snapshot: RepoSnapshot,
  slices: readonly PathSlice[],
): Promise<void> {
  const { clickHouse, lineCache: cache } = context;
  const read = createReader(clickHouse, snapshot);
  let weight = 0;
  let packed: { path: string; lines: PackedLines } = { path: '', lines: { written: [], deleted: [] } };
  for (const slice of slices) {
    const commits = await inTurn(context, () => readLineSlice(read, slice));
    for (const [path, own] of Map.groupBy(commits, (commit) => commit.path)) {
      const more = packLines(own);
      packed = { path, lines: packed.path === path ? joinPacks(packed.lines, more) : more };
      weight += packsWeight(more);
      cache.packedLines.set(linesKey(snapshot, path), packed.lines, { size: packsWeight(packed.lines) });
      // Requests are answered between two files.
      await nextTurn();
    }
    if (weight > MAX_WEIGHT) return;
  }
}

const changedPath = z.object({ path: z.string(), changes: z.number(), lines: z.number() });

const readPaths = (read: Reader) =>
  read({
    name: 'changed_paths',
    select: 'path, count()::UInt32 AS changes, sum(lines_added + lines_deleted)::UInt32 AS lines',
    from: 'file_changes',
    where: 'true GROUP BY path ORDER BY path LIMIT 100000',
    params: {},
    row: changedPath,
  });

/** Comments change more often than commits, so they are read again on their own. */
async function readCommentsAhead(context: ReadAheadContext, snapshot: RepoSnapshot): Promise<void> {
  const { clickHouse, lineCache: cache } = context;
  const key = commentsKey(snapshot, '');
  if (snapshot.comments === '' || cache.allComments.get(key)) return;
  await once(context, key, async () => {
    const rows = await inTurn(context, () => readSomeComments(createReader(clickHouse, snapshot), MAX_COMMENTS));
    if (rows.length === MAX_COMMENTS) return;
    cache.allComments.set(
      key,
      Map.groupBy(rows, (row) => row.path),
      { size: rowsWeight(rows) },
    );
  });
}

async function readCommitsAhead(context: ReadAheadContext, snapshot: RepoSnapshot): Promise<void> {
  const { clickHouse, lineCache: cache } = context;
  const { graph, generation } = snapshot;
  if (graph.size > MAX_COMMITS) return;
  const read = createReader(clickHouse, snapshot);
  for (let from = 0; from < graph.size; from += SLICE) {
    // Commits are numbered in the order of their shas, which is the table's.
    const [first, last] = [graph.at(from).sha, graph.at(Math.min(from + SLICE, graph.size) - 1).sha];
    const rows = await inTurn(context, () =>
      readCommits(read, 'sha >= {first:String} AND sha <= {last:String}', { first, last }),
    );
    for (const row of rows) cache.commits.set(commitKey(generation, row.sha), row, { size: rowsWeight([row]) });
  }
}

/** Reads, then pauses for as long as the read took, so that it uses at most half of the store's time. */
async function inTurn<Row>({ signal }: ReadAheadContext, read: () => Promise<Row[]>): Promise<Row[]> {
  signal?.throwIfAborted();
  const began = performance.now();
  const rows = await read();
  await pause(performance.now() - began, undefined, { ref: false });
  return rows;
}
