import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { FileHistory } from '../../domain/line-history/file-history.ts';
import type { RepoPicture } from '../repo-pictures.ts';
import { readCommits } from './entry-details.ts';
import { addPiece, CHANGES, emptyHistory, type Piece, piece, ROUTES } from './file-histories.ts';
import { commitKey, fileWeight, type KeptHistories, rowsWeight } from './kept-histories.ts';
import { createReader, SMALL_QUERY } from './small-query.ts';

/** Rows of a slice: small, so that what others ask meanwhile hardly waits. */
const SLICE = 1000;
/** Repos with more are read file by file and commit by commit, as their lines are asked for. */
const MOST_COMMITS = 30_000;
const MOST_MERGES = 40_000;
/** What one repo may take of what is kept, so that it does not push out all others. */
const MOST_WEIGHT = 48 << 20;

interface Stores {
  clickHouse: ClickHouse;
  keptHistories: KeptHistories;
}

/**
 * Reads the histories of a repo's files behind the first question about one of its lines, so that the walks of the next need no
 * query. A file is kept only when all of it was read: first all merge routes, then changes by path, slice after slice.
 */
export async function readAhead(stores: Stores, picture: RepoPicture, slice = SLICE): Promise<void> {
  const { clickHouse, keptHistories: kept } = stores;
  if (kept.readAhead.get(picture.generation)) return;
  kept.readAhead.keep(picture.generation, true, 1);
  await readCommitsAhead(stores, picture);
  const routes = await inTurn(() => readSlice(clickHouse, picture, ROUTES, '', MOST_MERGES));
  if (routes.length === MOST_MERGES) return;
  const files = new Map<string, FileHistory>();
  const add = (row: Piece): void => {
    const file = files.get(row.path) ?? emptyHistory();
    files.set(row.path, file);
    addPiece(file, picture.graph, row);
  };
  for (const row of routes) add(row);

  let weight = 0;
  const keep = (path: string, file: FileHistory): void => {
    const own = fileWeight(file);
    weight += own;
    kept.files.keep(`${picture.generation}:${path}`, file, own);
    files.delete(path);
  };
  for (let from = '', size = slice; weight < MOST_WEIGHT; ) {
    const rows = await inTurn(() => readSlice(clickHouse, picture, CHANGES, from, size));
    const last = rows.at(-1)?.path;
    if (last === undefined || rows.length < size) {
      for (const row of rows) add(row);
      for (const [path, file] of [...files]) keep(path, file);
      return;
    }
    // The last path may go on in the next slice, so it is read again there; one that fills a slice takes a larger one.
    const whole = rows.filter((row) => row.path !== last);
    for (const row of whole) add(row);
    for (const path of new Set(whole.map((row) => row.path))) keep(path, files.get(path) ?? emptyHistory());
    size = whole.length === 0 ? size * 2 : slice;
    from = whole.at(-1)?.path ?? from;
  }
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

const readSlice = (
  clickHouse: ClickHouse,
  { entityId, repoId }: RepoPicture,
  select: string,
  from: string,
  limit: number,
): Promise<Piece[]> =>
  clickHouse.query({
    name: 'read_ahead',
    sql: `${select} AND path > {from:String} ORDER BY path LIMIT {limit:UInt32}`,
    params: { entity_id: entityId, repo_id: repoId, from, limit },
    row: piece,
    settings: SMALL_QUERY,
  });
