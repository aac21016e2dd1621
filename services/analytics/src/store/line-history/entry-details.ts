import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { SMALL_QUERY } from './small-query.ts';

const lineRow = z.object({
  path: z.string(),
  sha: z.string(),
  line_after: z.number().nullable(),
  line_before: z.number().nullable(),
  operation: z.string(),
  text: z.string(),
  origin_at: z.number().nullable(),
  provenance: z.string(),
  function_name: z.string(),
  class_name: z.string(),
  category: z.enum(['code', 'test', 'markup', 'style', 'config', 'documentation', 'data']),
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
  lines: LineRow[];
  commits: Map<string, CommitRow>;
  comments: CommentRow[];
}

/** What the kinds of rows share is their JSON, so that one query brings all of them. */
const detail = z.object({ kind: z.enum(['line', 'commit', 'comment']), body: z.string() });

const OF_REPO = 'entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}';

const COMMENTS = `UNION ALL
  SELECT 'comment', formatRow('JSONEachRow', committer_id, author_name, body,
    toUnixTimestamp64Milli(created_at) AS posted_at, path, line, commit_sha, resolved)
  FROM pr_comments FINAL
  WHERE ${OF_REPO} AND path IN {paths:Array(String)} AND line IS NOT NULL AND side != 'LEFT' AND NOT deleted`;

const sqlOf = (hasComments: boolean): string => `
  SELECT 'line' AS kind, formatRow('JSONEachRow', path, sha, line_after, line_before, operation, text,
    toUnixTimestamp64Second(origin_authored_at) AS origin_at, provenance, function_name, class_name, category, delta) AS body
  FROM line_changes
  WHERE ${OF_REPO} AND path IN {paths:Array(String)} AND sha IN {shas:Array(String)}
    AND (line_after IN {lines:Array(UInt32)} OR (line_after IS NULL AND line_before IN {deleted:Array(UInt32)}))
  UNION ALL
  SELECT 'commit', formatRow('JSONEachRow', sha, author_name, author_email, message, ai_authored)
  FROM commits WHERE ${OF_REPO} AND sha IN {shas:Array(String)}
  ${hasComments ? COMMENTS : ''}
`;

export interface WantedDetails {
  paths: string[];
  shas: string[];
  lines: number[];
  /** Numbers before, of lines that the start commit deleted. */
  deleted: number[];
  /** Whether the repo has comments on lines at all. */
  hasComments: boolean;
}

export async function readEntryDetails(
  clickHouse: ClickHouse,
  repo: { entityId: number; repoId: number },
  { hasComments, ...wanted }: WantedDetails,
): Promise<EntryDetails> {
  const rows = await clickHouse.query({
    name: 'entry_details',
    sql: sqlOf(hasComments),
    params: { entity_id: repo.entityId, repo_id: repo.repoId, ...wanted },
    row: detail,
    settings: SMALL_QUERY,
  });
  const bodies = <Row extends z.ZodType>(kind: string, row: Row): z.output<Row>[] =>
    rows.filter((found) => found.kind === kind).map((found) => row.parse(JSON.parse(found.body)));
  return {
    lines: bodies('line', lineRow),
    commits: new Map(bodies('commit', commitRow).map((commit) => [commit.sha, commit])),
    comments: bodies('comment', commentRow),
  };
}
