import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import {
  type CommentRow,
  type CommitRow,
  LINE_BLOCK,
  type LineRow,
  readEntryRows,
  type WantedDetails,
  type WantedLine,
} from '../store/line-history/entry-rows.ts';
import { createReader } from '../store/line-history/small-query.ts';
import {
  commentsKey,
  commitKey,
  type LineCache,
  linesKey,
  openCached,
  openRestCached,
  rowsWeight,
} from './line-cache.ts';
import { findStoredLine, packOf, type StoredLine } from './packed-lines.ts';

export interface EntryDetails {
  /** Null where the import did not store single lines. */
  lineOf(line: WantedLine): StoredLine | null;
  commits: ReadonlyMap<string, CommitRow>;
  comments: readonly CommentRow[];
}

/** The rows that entries show; only what is not cached yet is read. */
export async function readEntryDetails(
  { clickHouse, lineCache: cache }: { clickHouse: ClickHouse; lineCache: LineCache },
  repo: { entityId: number; repoId: number; generation: string; base: string; comments: string },
  wanted: WantedDetails,
): Promise<EntryDetails> {
  const blockKey = ({ sha, path, line }: WantedLine) =>
    `${repo.generation}:${sha}:${Math.floor(line / LINE_BLOCK)}:${path}`;
  const blocks = new Map(wanted.lines.map((line) => [blockKey(line), cache.lines.get(blockKey(line)) ?? []]));
  const lineKey = ({ sha, path, line, isDeleted }: WantedLine) => `${sha}:${isDeleted}:${line}:${path}`;
  const packed = new Map(wanted.lines.map((line) => [lineKey(line), findPacked(cache, repo, line)]));
  const lineOf = (line: WantedLine): StoredLine | null =>
    packed.get(lineKey(line)) ?? blocks.get(blockKey(line))?.findLast((row) => isRowOf(row, line)) ?? null;
  const commentKey = (path: string) => commentsKey(repo, path);
  const ofAllPaths = cache.allComments.get(commentKey(''));
  const commits = new Map(wanted.shas.map((sha) => [sha, cache.commits.get(commitKey(repo.generation, sha))]));
  const knownComments = (path: string) =>
    ofAllPaths ? (ofAllPaths.get(path) ?? []) : cache.comments.get(commentKey(path));
  const comments = new Map(wanted.commentPaths.map((path) => [path, knownComments(path)]));
  const unread = {
    // A line that is not in its block may have been stored since the block was read.
    lines: wanted.lines.filter((line) => lineOf(line) === null),
    shas: wanted.shas.filter((sha) => commits.get(sha) === undefined),
    commentPaths: wanted.commentPaths.filter((path) => comments.get(path) === undefined),
  };
  const read = await readEntryRows(createReader(clickHouse, repo), unread);

  const readBlocks = new Map(unread.lines.map((line): [string, LineRow[]] => [blockKey(line), []]));
  for (const row of read.lines) {
    const line = row.line_after ?? row.line_before ?? 0;
    readBlocks.get(blockKey({ sha: row.sha, path: row.path, line, isDeleted: false }))?.push(row);
  }
  for (const [key, rows] of readBlocks) {
    blocks.set(key, rows);
    cache.lines.set(key, rows, { size: key.length + rowsWeight(rows) });
  }
  for (const path of unread.commentPaths) comments.set(path, []);
  for (const row of read.comments) comments.get(row.path)?.push(row);
  for (const row of read.commits) commits.set(row.sha, row);
  for (const row of read.commits)
    cache.commits.set(commitKey(repo.generation, row.sha), row, { size: rowsWeight([row]) });
  for (const path of unread.commentPaths) {
    const rows = comments.get(path) ?? [];
    cache.comments.set(commentKey(path), rows, { size: path.length + rowsWeight(rows) });
  }

  return {
    lineOf,
    commits: new Map([...commits].flatMap(([sha, row]) => (row ? [[sha, row]] : []))),
    comments: [...comments.values()].flatMap((rows) => rows ?? []),
  };
}

function findPacked(
  cache: LineCache,
  repo: { entityId: number; repoId: number; base: string },
  line: WantedLine,
): StoredLine | null {
  const packs = cache.packedLines.get(linesKey(repo, line.path));
  const pack = packs && packOf(line.isDeleted ? packs.deleted : packs.written, line.sha);
  return pack ? findStoredLine(openCached(cache, pack), () => openRestCached(cache, pack), line) : null;
}

const isRowOf = (row: LineRow, { sha, line, isDeleted }: WantedLine): boolean =>
  row.sha === sha && (isDeleted ? row.line_after === null && row.line_before === line : row.line_after === line);
