import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { pickedFrom, revertedPulls, reverts } from '../../domain/provenance/commit-words.ts';
import type { KnownCommit, KnownPull } from '../../domain/provenance/known-commit.ts';

export interface RepoKey {
  entityId: number;
  repoId: number;
}

export const OF_REPO = 'entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}';
export const repoParams = ({ entityId, repoId }: RepoKey) => ({ entity_id: entityId, repo_id: repoId });

/** Since when commits of the repo bear evidence of an assistant, in seconds; null where none does. */
export async function firstEvidence(clickHouse: ClickHouse, repo: RepoKey): Promise<number | null> {
  const [row] = await clickHouse.query({
    name: 'first_evidence',
    sql: `SELECT if(count() = 0, NULL, toUnixTimestamp64Second(min(committed_at))) AS since FROM commits
          WHERE ${OF_REPO} AND (ai_authored OR sha IN (SELECT sha FROM line_records WHERE ${OF_REPO}))`,
    params: repoParams(repo),
    row: z.object({ since: z.coerce.number().nullable() }),
  });
  return row?.since ?? null;
}

const commitRow = z.object({
  sha: z.string(),
  parents: z.array(z.string()),
  is_merge: z.boolean(),
  on_default_branch: z.boolean(),
  existent: z.boolean(),
  patch_id: z.string(),
  author_email: z.string(),
  authored: z.number(),
  committed: z.number(),
  lines: z.number(),
  subject: z.string(),
  words: z.string(),
  ai_authored: z.boolean(),
  ai_tool: z.string(),
  ai_model: z.string(),
  version: z.number(),
});

/** A commit as the planning needs it, with what decides whether its evidence has to be derived again. */
export interface StoredCommit extends KnownCommit {
  model: string;
  version: number;
  recordVersion: number;
}

const MOST_COMMITS = 1_000_000;

/** The commits of a repo since a time: a commit that inherits is made after the one it inherits from. */
export async function readKnownCommits(
  clickHouse: ClickHouse,
  repo: RepoKey,
  since: number,
): Promise<Map<string, StoredCommit>> {
  const records = await readRecordVersions(clickHouse, repo);
  const rows = await clickHouse.query({
    name: 'commits_to_derive',
    sql: `SELECT toString(sha) AS sha, parents, is_merge, on_default_branch, (presence = 'existent')::Bool AS existent, patch_id, lower(author_email) AS author_email,
            toUnixTimestamp64Second(authored_at) AS authored, toUnixTimestamp64Second(committed_at) AS committed,
            lines_added + lines_deleted AS lines, substring(splitByChar('\\n', message)[1], 1, 300) AS subject,
            if(match(message, '(?i)picked from commit|reverts'), substring(message, 1, 20000), '') AS words,
            ai_authored, ai_tool, ai_model, version
          FROM commits FINAL
          WHERE ${OF_REPO} AND committed_at >= fromUnixTimestamp64Second({since:Int64}, 'UTC') ORDER BY committed, sha LIMIT {limit:UInt32}`,
    params: { ...repoParams(repo), since, limit: MOST_COMMITS },
    row: commitRow,
    settings: { max_execution_time: 300 },
  });
  return new Map(rows.map((row) => [row.sha, commitOf(row, records.get(row.sha) ?? 0)]));
}

const commitOf = (row: z.output<typeof commitRow>, recordVersion: number): StoredCommit => ({
  sha: row.sha,
  parents: row.parents,
  isMerge: row.is_merge,
  onDefaultBranch: row.on_default_branch,
  existent: row.existent,
  patchId: row.patch_id,
  authorEmail: row.author_email,
  authoredAt: row.authored,
  committedAt: row.committed,
  lineCount: row.lines,
  subject: row.subject.trim(),
  pickedFrom: pickedFrom(row.words),
  reverts: reverts(row.words),
  revertedPulls: revertedPulls(row.words),
  declares: row.ai_authored ? row.ai_tool : null,
  hasRecord: recordVersion > 0,
  model: row.ai_model,
  version: row.version,
  recordVersion,
});

/** Of commits with a record of their lines. */
async function readRecordVersions(clickHouse: ClickHouse, repo: RepoKey): Promise<Map<string, number>> {
  const rows = await clickHouse.query({
    name: 'line_record_versions',
    sql: `SELECT toString(sha) AS sha, version FROM line_records FINAL WHERE ${OF_REPO} AND present`,
    params: repoParams(repo),
    row: z.object({ sha: z.string(), version: z.number() }),
  });
  return new Map(rows.map(({ sha, version }) => [sha, version]));
}

const pullRow = z
  .object({
    number: z.number(),
    merge_sha: z.string(),
    squash_sha: z.string(),
    head_sha: z.string(),
    commit_shas: z.array(z.string()),
  })
  .transform(
    (row): KnownPull => ({
      number: row.number,
      mergeSha: row.merge_sha,
      squashSha: row.squash_sha,
      headSha: row.head_sha,
      commitShas: row.commit_shas,
    }),
  );

export const readMergedPulls = (clickHouse: ClickHouse, repo: RepoKey, since: number): Promise<KnownPull[]> =>
  clickHouse.query({
    name: 'merged_pulls_to_derive',
    sql: `SELECT number, merge_sha, squash_sha, head_sha, commit_shas FROM pull_requests FINAL
          WHERE ${OF_REPO} AND merged_at >= fromUnixTimestamp64Second({since:Int64}, 'UTC') AND (merge_sha != '' OR squash_sha != '')
          ORDER BY number`,
    params: { ...repoParams(repo), since },
    row: pullRow,
    settings: { max_execution_time: 300 },
  });

const blobRow = z.object({ sha: z.string(), path: z.string(), blob: z.string() });

/** The files that commits left: of the given ones, and of those that left one of the same files in the same state. */
export async function readFilesLike(
  clickHouse: ClickHouse,
  repo: RepoKey,
  shas: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const files = new Map<string, Map<string, string>>();
  if (shas.length === 0) return files;
  const rows = await clickHouse.query({
    name: 'files_like',
    sql: `SELECT toString(sha) AS sha, path, blob_after AS blob FROM file_changes
          WHERE ${OF_REPO} AND sha IN (
            SELECT sha FROM file_changes WHERE ${OF_REPO} AND (path, blob_after) IN (
              SELECT path, blob_after FROM file_changes WHERE ${OF_REPO} AND sha IN {shas:Array(FixedString(40))} AND NOT match(blob_after, '^0*$')))`,
    params: { ...repoParams(repo), shas },
    row: blobRow,
    settings: { max_execution_time: 300 },
  });
  for (const { sha, path, blob } of rows) {
    const own = files.get(sha);
    if (own) own.set(path, blob);
    else files.set(sha, new Map([[path, blob]]));
  }
  return files;
}
