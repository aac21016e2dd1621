import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import type { FileHistory } from '../../domain/line-history/file-history.ts';
import type { RepoPicture } from '../repo-pictures.ts';
import { readCommits, readLineSlice, readSomeComments } from './entry-details.ts';
import { addPiece, CHANGES, emptyHistory, type Piece, piece, ROUTES } from './file-histories.ts';
import {
  commentsKey,
  commitKey,
  fileKey,
  fileWeight,
  type KeptHistories,
  linesKey,
  rowsWeight,
} from './kept-histories.ts';
import { type PackedLines, packLines, packsWeight } from './packed-lines.ts';
import { IN_SLICE, type PathSlice, sliceParams, slicePaths } from './slice-paths.ts';
import { createReader, type Reader, SMALL_QUERY } from './small-query.ts';

/** Rows of a slice: few, so that what others ask meanwhile hardly waits. */
const SLICE = 2000;
/** Lines of a slice: they take a fifth of the time that as many file changes take. */
const LINE_SLICE = 8000;
/** Lines are read ahead again when a repo has so many more commits. */
const COMMITS_APART = 500;
/** Repos with more are read file by file and commit by commit, as their lines are asked for. */
const MOST_COMMITS = 30_000;
const MOST_MERGES = 40_000;
const MOST_COMMENTS = 20_000;
/** What one repo may take of what is kept, so that it does not push out all others. */
const MOST_WEIGHT = 48 << 20;

interface Stores {
  clickHouse: ClickHouse;
  keptHistories: KeptHistories;
}

/**
 * Reads what a repo's line histories are made of behind the first question about one of its lines, so that the next need no
 * query: while nothing new comes, and no more than is kept.
 */
export async function readAhead(
  stores: Stores,
  picture: RepoPicture,
  { slice = SLICE, lineSlice = LINE_SLICE } = {},
): Promise<void> {
  const { keptHistories: kept } = stores;
  await readCommentsAhead(stores, picture);
  if (kept.readAhead.get(picture.generation)) return;
  kept.readAhead.keep(picture.generation, true, 1);
  await readCommitsAhead(stores, picture);
  const paths = await inTurn(() => readPaths(createReader(stores.clickHouse, picture)));
  await readFilesAhead(
    stores,
    picture,
    slicePaths(paths, ({ changes }) => changes, slice),
  );
  await readLinesAhead(
    stores,
    picture,
    slicePaths(paths, ({ lines }) => lines, lineSlice),
  );
}

/** A file is kept only when all of it was read: first all merge routes, then changes, slice after slice. */
async function readFilesAhead(stores: Stores, picture: RepoPicture, slices: readonly PathSlice[]): Promise<void> {
  const { clickHouse, keptHistories: kept } = stores;
  const routes = await inTurn(() => readRoutes(clickHouse, picture));
  if (routes.length === MOST_MERGES) return;
  const files = new Map<string, FileHistory>();
  const add = (row: Piece): void => {
    const file = files.get(row.path) ?? emptyHistory();
    files.set(row.path, file);
    addPiece(file, picture.graph, row);
  };
  for (const row of routes) add(row);

  let weight = 0;
  const keep = (path: string): void => {
    const file = files.get(path);
    if (!file) return;
    const own = fileWeight(file);
    weight += own;
    kept.files.keep(fileKey(picture.generation, path), file, own);
    files.delete(path);
  };
  for (const [index, slice] of slices.entries()) {
    const rows = await inTurn(() => readChanges(clickHouse, picture, slice));
    for (const row of rows) add(row);
    const next = slices[index + 1]?.firstPath;
    for (const path of new Set(rows.map((row) => row.path))) if (path !== next) keep(path);
    if (weight > MOST_WEIGHT) return;
  }
  for (const path of [...files.keys()]) keep(path);
}

/** Lines are packed as they come, so that no more than a slice of them lies open. Those of later commits are looked up. */
async function readLinesAhead(stores: Stores, picture: RepoPicture, slices: readonly PathSlice[]): Promise<void> {
  const { clickHouse, keptHistories: kept } = stores;
  const mark = linesKey(picture, `${Math.floor(picture.graph.size / COMMITS_APART)}`);
  if (kept.readAhead.get(mark)) return;
  kept.readAhead.keep(mark, true, 1);
  const read = createReader(clickHouse, picture);
  let weight = 0;
  let packed: { path: string; lines: PackedLines } = { path: '', lines: [] };
  for (const slice of slices) {
    const rows = await inTurn(() => readLineSlice(read, slice));
    for (const [path, lines] of Map.groupBy(rows, (row) => row.path)) {
      const more = packLines(lines);
      packed = { path, lines: packed.path === path ? [...packed.lines, ...more] : more };
      weight += packsWeight(more);
      kept.packedLines.keep(linesKey(picture, path), packed.lines, packsWeight(packed.lines));
    }
    if (weight > MOST_WEIGHT) return;
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

/** Comments come more often than commits, so they are looked at again by themselves. */
async function readCommentsAhead({ clickHouse, keptHistories: kept }: Stores, picture: RepoPicture): Promise<void> {
  const key = commentsKey(picture, '');
  if (picture.comments === '' || kept.allComments.get(key) || kept.readAhead.get(key)) return;
  kept.readAhead.keep(key, true, 1);
  const rows = await inTurn(() => readSomeComments(createReader(clickHouse, picture), MOST_COMMENTS));
  if (rows.length === MOST_COMMENTS) return;
  kept.allComments.keep(
    key,
    Map.groupBy(rows, (row) => row.path),
    rowsWeight(rows),
  );
}

async function readCommitsAhead({ clickHouse, keptHistories: kept }: Stores, picture: RepoPicture): Promise<void> {
  const { graph, generation } = picture;
  if (graph.size > MOST_COMMITS) return;
  const read = createReader(clickHouse, picture);
  for (let from = 0; from < graph.size; from += SLICE) {
    // Commits are numbered in the order of their shas, which is the table's.
    const [first, last] = [graph.at(from).sha, graph.at(Math.min(from + SLICE, graph.size) - 1).sha];
    const rows = await inTurn(() =>
      readCommits(read, 'sha >= {first:String} AND sha <= {last:String}', { first, last }),
    );
    for (const row of rows) kept.commits.keep(commitKey(generation, row.sha), row, rowsWeight([row]));
  }
}

/** Reads, then leaves the stores to others for as long as that took. */
async function inTurn<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  const began = performance.now();
  const rows = await read();
  await pause(performance.now() - began, undefined, { ref: false });
  return rows;
}

const readChanges = (clickHouse: ClickHouse, repo: RepoPicture, slice: PathSlice): Promise<Piece[]> =>
  clickHouse.query({
    name: 'read_changes_ahead',
    sql: `${CHANGES} AND ${IN_SLICE}`,
    params: { entity_id: repo.entityId, repo_id: repo.repoId, ...sliceParams(slice) },
    row: piece,
    settings: SMALL_QUERY,
  });

const readRoutes = (clickHouse: ClickHouse, { entityId, repoId }: RepoPicture): Promise<Piece[]> =>
  clickHouse.query({
    name: 'read_routes_ahead',
    sql: `${ROUTES} LIMIT {limit:UInt32}`,
    params: { entity_id: entityId, repo_id: repoId, limit: MOST_MERGES },
    row: piece,
    settings: SMALL_QUERY,
  });
