import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { commentsKey, commitKey, type KeptHistories, linesKey, rowsWeight } from './kept-histories.ts';
import { findPackedLine, isRowOf } from './packed-lines.ts';
import { IN_SLICE, type PathSlice, sliceParams } from './slice-paths.ts';
import { createReader, type Reader } from './small-query.ts';

const lineRow = z.object({
  path: z.string(),
  sha: z.string(),
  line_after: z.number().nullable(),
  line_before: z.number().nullable(),
  operation: z.string(),
  text: z.string(),
  origin_at: z.number().nullable(),
  function_name: z.string(),
  class_name: z.string(),
  delta: z.number(),
});
const commitRow = z.object({
  sha: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  message: z.string(),
  ai_authored: z.boolean(),
});
const commentRow = z.object({
  committer_id: z.number(),
  author_name: z.string(),
  body: z.string(),
  posted_at: z.number(),
  path: z.string(),
  line: z.number(),
  commit_sha: z.string(),
  resolved: z.boolean(),
});

export type LineRow = z.infer<typeof lineRow>;
export type CommitRow = z.infer<typeof commitRow>;
export type CommentRow = z.infer<typeof commentRow>;

export interface EntryDetails {
  /** Null where lines were not kept one by one. */
  lineOf(line: WantedLine): LineRow | null;
  commits: ReadonlyMap<string, CommitRow>;
  comments: readonly CommentRow[];
}

/** Neighbouring lines that are read together: whoever asks for one asks for the next. */
const BLOCK = 32;

/** A changed line: by its number after the commit, or, where that deleted it, before. */
export interface WantedLine {
  sha: string;
  path: string;
  line: number;
  isDeleted: boolean;
}

export interface WantedDetails {
  lines: readonly WantedLine[];
  shas: readonly string[];
  /** Paths whose comments are wanted; none where the repo has no comments on lines. */
  commentPaths: readonly string[];
}

/** What entries show besides the walk; only what is not known yet is read. */
export async function readEntryDetails(
  { clickHouse, keptHistories: kept }: { clickHouse: ClickHouse; keptHistories: KeptHistories },
  repo: { entityId: number; repoId: number; generation: string; base: string; comments: string },
  wanted: WantedDetails,
): Promise<EntryDetails> {
  const blockKey = ({ sha, path, line }: WantedLine) => `${repo.generation}:${sha}:${Math.floor(line / BLOCK)}:${path}`;
  const blocks = new Map(wanted.lines.map((line) => [blockKey(line), kept.lines.get(blockKey(line)) ?? []]));
  const lineOf = (line: WantedLine) => blocks.get(blockKey(line))?.findLast((row) => isRowOf(row, line)) ?? null;
  for (const line of wanted.lines) {
    const packed = lineOf(line) === null && kept.packedLines.get(linesKey(repo, line.path));
    const row = packed && findPackedLine(packed, line);
    if (row) blocks.set(blockKey(line), [...(blocks.get(blockKey(line)) ?? []), row]);
  }
  const commentKey = (path: string) => commentsKey(repo, path);
  const ofAllPaths = kept.allComments.get(commentKey(''));
  const commits = new Map(wanted.shas.map((sha) => [sha, kept.commits.get(commitKey(repo.generation, sha))]));
  const knownComments = (path: string) =>
    ofAllPaths ? (ofAllPaths.get(path) ?? []) : kept.comments.get(commentKey(path));
  const comments = new Map(wanted.commentPaths.map((path) => [path, knownComments(path)]));
  const unread = {
    // A line that is not in its block may have been stored since the block was read.
    lines: wanted.lines.filter((line) => lineOf(line) === null),
    shas: wanted.shas.filter((sha) => commits.get(sha) === undefined),
    commentPaths: wanted.commentPaths.filter((path) => comments.get(path) === undefined),
  };
  const read = await readDetails(createReader(clickHouse, repo), unread);

  const readBlocks = new Map(unread.lines.map((line): [string, LineRow[]] => [blockKey(line), []]));
  for (const row of read.lines) {
    const line = row.line_after ?? row.line_before ?? 0;
    readBlocks.get(blockKey({ sha: row.sha, path: row.path, line, isDeleted: false }))?.push(row);
  }
  for (const [key, rows] of readBlocks) {
    blocks.set(key, rows);
    kept.lines.keep(key, rows, key.length + rowsWeight(rows));
  }
  for (const path of unread.commentPaths) comments.set(path, []);
  for (const row of read.comments) comments.get(row.path)?.push(row);
  for (const row of read.commits) commits.set(row.sha, row);
  for (const row of read.commits) kept.commits.keep(commitKey(repo.generation, row.sha), row, rowsWeight([row]));
  for (const path of unread.commentPaths) {
    const rows = comments.get(path) ?? [];
    kept.comments.keep(commentKey(path), rows, path.length + rowsWeight(rows));
  }

  return {
    lineOf,
    commits: new Map([...commits].flatMap(([sha, row]) => (row ? [[sha, row]] : []))),
    comments: [...comments.values()].flatMap((rows) => rows ?? []),
  };
}

async function readDetails(reader: Reader, { lines, shas, commentPaths }: WantedDetails) {
  const [lineRows, commitRows, commentRows] = await Promise.all([
    lines.length === 0 ? [] : readLines(reader, lines),
    shas.length === 0 ? [] : readCommits(reader, 'sha IN {shas:Array(String)}', { shas }),
    commentPaths.length === 0 ? [] : readComments(reader, commentPaths),
  ]);
  return { lines: lineRows, commits: commitRows, comments: commentRows };
}

/** Every column costs the engine about as much as all the rows of a small answer, so only what is shown is read. */
const lineColumns = (lineBefore: string) => `path, sha, line_after, ${lineBefore}, operation, text,
  toUnixTimestamp64Second(origin_authored_at) AS origin_at, function_name, class_name, delta`;

function readLines(read: Reader, lines: readonly WantedLine[]): Promise<LineRow[]> {
  const hasDeleted = lines.some((line) => line.isDeleted);
  return read({
    name: 'changed_lines',
    select: lineColumns(hasDeleted ? 'line_before' : 'NULL AS line_before'),
    from: 'line_changes',
    where: `path IN {paths:Array(String)} AND sha IN {shas:Array(String)}
            AND intDiv(${hasDeleted ? 'ifNull(line_after, line_before)' : 'line_after'}, ${BLOCK}) IN {blocks:Array(UInt32)}`,
    params: {
      paths: unique(lines.map((line) => line.path)),
      shas: unique(lines.map((line) => line.sha)),
      blocks: unique(lines.map((line) => Math.floor(line.line / BLOCK))),
    },
    row: lineRow,
  });
}

/** The changed lines of neighbouring paths, or some of one path. */
export const readLineSlice = (read: Reader, slice: PathSlice): Promise<LineRow[]> =>
  read({
    name: 'read_lines_ahead',
    select: lineColumns('line_before'),
    from: 'line_changes',
    where: IN_SLICE,
    params: sliceParams(slice),
    row: lineRow,
  });

export const readCommits = (read: Reader, where: string, params: Record<string, unknown>): Promise<CommitRow[]> =>
  read({
    name: 'commits_shown',
    select: 'sha, author_name, author_email, message, ai_authored',
    from: 'commits',
    where,
    params,
    row: commitRow,
  });

const readComments = (read: Reader, paths: readonly string[]): Promise<CommentRow[]> =>
  readCommentsWhere(read, 'path IN {paths:Array(String)}', { paths });

export const readSomeComments = (read: Reader, limit: number): Promise<CommentRow[]> =>
  readCommentsWhere(read, 'true', { limit }, 'LIMIT {limit:UInt32}');

const readCommentsWhere = (read: Reader, where: string, params: Record<string, unknown>, end = '') =>
  read({
    name: 'line_comments',
    select: `committer_id, author_name, body, toUnixTimestamp64Milli(created_at) AS posted_at, path, line, commit_sha,
             resolved`,
    from: 'pr_comments FINAL',
    where: `${where} AND line IS NOT NULL AND side != 'LEFT' AND NOT deleted ${end}`,
    params,
    row: commentRow,
  });

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];
