import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

const commitRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  authored_at: z.coerce.number(),
  committed_at: z.coerce.number(),
  on_default_branch: z.boolean(),
  committer_id: z.coerce.number(),
  message: z.string(),
});
export type StoredCommit = z.infer<typeof commitRow>;

const COLUMNS = `repo_id, sha, toUnixTimestamp64Second(authored_at) AS authored_at, toUnixTimestamp64Second(committed_at) AS committed_at,
  on_default_branch, committer_id, message`;

/** All repos of the entity that hold the commit. */
export const commitsBySha = (clickHouse: ClickHouse, entityId: number, sha: string): Promise<StoredCommit[]> =>
  clickHouse.query({
    name: 'commits_by_sha',
    sql: `SELECT ${COLUMNS} FROM commits FINAL
          WHERE entity_id = {entity_id:UInt64} AND sha = {sha:String} AND presence = 'existent' ORDER BY repo_id`,
    params: { entity_id: entityId, sha },
    row: commitRow,
  });

/** Whether anything of these repos is stored. */
export const hasCommits = async (clickHouse: ClickHouse, entityId: number, repoIds: number[]): Promise<boolean> => {
  const found = await clickHouse.query({
    name: 'has_commits',
    sql: 'SELECT 1 AS one FROM commit_scores WHERE entity_id = {entity_id:UInt64} AND repo_id IN {repo_ids:Array(UInt64)} LIMIT 1',
    params: { entity_id: entityId, repo_ids: repoIds },
    row: z.object({ one: z.coerce.number() }),
  });
  return found.length > 0;
};

/** Which of these are stored, and where. */
export const knownCommits = (
  clickHouse: ClickHouse,
  entityId: number,
  shas: string[],
): Promise<{ repo_id: number; sha: string }[]> =>
  clickHouse.query({
    name: 'known_commits',
    sql: `SELECT DISTINCT repo_id, sha FROM commits FINAL
          WHERE entity_id = {entity_id:UInt64} AND sha IN {shas:Array(String)} AND presence = 'existent'`,
    params: { entity_id: entityId, shas },
    row: z.object({ repo_id: z.coerce.number(), sha: z.string() }),
  });

export const newestCommitBefore = (
  clickHouse: ClickHouse,
  entityId: number,
  repoId: number,
  at: Date,
): Promise<StoredCommit[]> =>
  clickHouse.query({
    name: 'newest_commit_before',
    sql: `SELECT ${COLUMNS} FROM commits FINAL
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND on_default_branch AND presence = 'existent'
            AND commits.committed_at <= fromUnixTimestamp64Second({at:Int64}, 'UTC')
          ORDER BY commits.committed_at DESC, commits.authored_at DESC, sha LIMIT 1`,
    params: { entity_id: entityId, repo_id: repoId, at: Math.floor(at.getTime() / 1000) },
    row: commitRow,
  });

const graphRow = z.object({
  sha: z.string(),
  parents: z.array(z.string()),
  is_merge: z.boolean(),
  issue_keys: z.array(z.string()),
  authored: z.number(),
  committed: z.number(),
  committer_id: z.number(),
  existent: z.boolean(),
  on_default_branch: z.boolean(),
});

export const commitGraph = (clickHouse: ClickHouse, entityId: number, repoId: number) =>
  clickHouse.query({
    name: 'commit_graph',
    sql: `SELECT sha, parents, is_merge, issue_keys, toUnixTimestamp64Second(authored_at) AS authored,
            toUnixTimestamp64Second(committed_at) AS committed, committer_id,
            (presence = 'existent')::Bool AS existent, on_default_branch
          FROM commits FINAL
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}`,
    params: { entity_id: entityId, repo_id: repoId },
    row: graphRow,
  });
