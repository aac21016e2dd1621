import { z } from 'zod';
import { IN_SLICE, type PathSlice, sliceParams } from './slice-paths.ts';
import type { Reader } from './small-query.ts';

const lineRow = z.object({
  path: z.string(),
  sha: z.string(),
  line_after: z.number().nullable(),
  line_before: z.number().nullable(),
  operation: z.string(),
  provenance: z.string(),
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
  ai_tool: z.string(),
  ai_model: z.string(),
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

/** Neighbouring lines are read together, since callers often query the next line. */
export const LINE_BLOCK = 32;

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

export async function readEntryRows(reader: Reader, { lines, shas, commentPaths }: WantedDetails) {
  const [lineRows, commitRows, commentRows] = await Promise.all([
    lines.length === 0 ? [] : readLines(reader, lines),
    shas.length === 0 ? [] : readCommits(reader, 'sha IN {shas:Array(String)}', { shas }),
    commentPaths.length === 0 ? [] : readComments(reader, commentPaths),
  ]);
  return { lines: lineRows, commits: commitRows, comments: commentRows };
}

/** In a small result each column costs about as much as all the rows, so only what is shown is read. */
const lineColumns = (lineBefore: string) => `path, sha, line_after, ${lineBefore}, operation, provenance, text,
  toUnixTimestamp64Second(origin_authored_at) AS origin_at, function_name, class_name, delta`;

function readLines(read: Reader, lines: readonly WantedLine[]): Promise<LineRow[]> {
  const hasDeleted = lines.some((line) => line.isDeleted);
  return read({
    name: 'changed_lines',
    select: lineColumns(hasDeleted ? 'line_before' : 'NULL AS line_before'),
    from: 'line_changes',
    where: `path IN {paths:Array(String)} AND sha IN {shas:Array(String)}
            AND intDiv(${hasDeleted ? 'ifNull(line_after, line_before)' : 'line_after'}, ${LINE_BLOCK}) IN {blocks:Array(UInt32)}`,
    params: {
      paths: unique(lines.map((line) => line.path)),
      shas: unique(lines.map((line) => line.sha)),
      blocks: unique(lines.map((line) => Math.floor(line.line / LINE_BLOCK))),
    },
    row: lineRow,
  });
}

const numbers = z.array(z.number());
const texts = z.array(z.string());
const commitLinesRow = z
  .object({
    path: z.string(),
    commit: z.string(),
    afters: numbers,
    befores: numbers,
    operations: texts,
    provenances: texts,
    line_texts: texts,
    origins: numbers,
    functions: texts,
    classes: texts,
    deltas: numbers,
  })
  .transform((row) => ({
    path: row.path,
    sha: row.commit,
    columns: {
      line_after: row.afters.map(orNull(NO_LINE)),
      line_before: row.befores.map(orNull(NO_LINE)),
      operation: row.operations,
      provenance: row.provenances,
      text: row.line_texts,
      origin_at: row.origins.map(orNull(NO_TIME)),
      function_name: row.functions,
      class_name: row.classes,
      delta: row.deltas,
    },
  }));
/** What one commit changed in one file, column by column. */
export type CommitLines = z.infer<typeof commitLinesRow>;

/** Arrays hold no nulls in ClickHouse; lines are counted from 1, and no line is that old. */
const NO_LINE = 0;
const NO_TIME = -1e15;
const orNull = (none: number) => (value: number) => (value === none ? null : value);

/** In columns, which takes a quarter of the time of rows. */
const COMMIT_LINES = `path, toString(sha) AS commit, groupArray(ifNull(line_after, ${NO_LINE})) AS afters,
  groupArray(ifNull(line_before, ${NO_LINE})) AS befores, groupArray(toString(operation)) AS operations,
  groupArray(toString(provenance)) AS provenances, groupArray(text) AS line_texts,
  groupArray(ifNull(toUnixTimestamp64Second(origin_authored_at), ${NO_TIME})) AS origins,
  groupArray(function_name) AS functions, groupArray(class_name) AS classes, groupArray(delta) AS deltas`;

/** The changed lines of neighbouring paths, or some of one path. */
export const readLineSlice = (read: Reader, slice: PathSlice): Promise<CommitLines[]> =>
  read({
    name: 'read_lines_ahead',
    select: COMMIT_LINES,
    from: 'line_changes',
    where: `${IN_SLICE} GROUP BY path, sha ORDER BY path, sha`,
    params: sliceParams(slice),
    row: commitLinesRow,
  });

/** All that some commits wrote in some files. */
export const readWrittenRows = (
  read: Reader,
  { shas, paths }: { shas: readonly string[]; paths: readonly string[] },
): Promise<CommitLines[]> =>
  read({
    name: 'written_lines',
    select: COMMIT_LINES,
    from: 'line_changes',
    where: `path IN {paths:Array(String)} AND sha IN {shas:Array(String)} AND line_after IS NOT NULL
            GROUP BY path, sha ORDER BY path, sha`,
    params: { paths, shas },
    row: commitLinesRow,
  });

export const readCommits = (read: Reader, where: string, params: Record<string, unknown>): Promise<CommitRow[]> =>
  read({
    name: 'commits_shown',
    select: 'sha, author_name, author_email, message, ai_authored, ai_tool, ai_model',
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
