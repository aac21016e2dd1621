import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import type { StoredCommit } from './commits.ts';

const mergeRow = z.object({ repo_id: z.coerce.number(), sha: z.string(), merged_at: z.coerce.number() });
const COMMITS_AT_ONCE = 1_000;

type Located = Pick<StoredCommit, 'repo_id' | 'sha' | 'on_default_branch' | 'committed_at'>;

/** When a commit was merged, in seconds: with the first of its pull requests, else when it was committed on the default branch; else null. */
export async function readMergeTimes(
  clickHouse: ClickHouse,
  entityId: number,
  of: Iterable<string>,
): Promise<(commit: Located) => number | null> {
  const shas = [...new Set(of)];
  const merged = new Map<string, number>();
  for (let from = 0; from < shas.length; from += COMMITS_AT_ONCE) {
    const rows = await clickHouse.query({
      name: 'merge_times',
      sql: `SELECT repo_id, pull_sha AS sha, toUnixTimestamp64Second(min(assumeNotNull(merged_at))) AS merged_at
        FROM pull_requests FINAL
        ARRAY JOIN arrayDistinct(arrayConcat(arrayMap(s -> toString(s), commit_shas), [merge_sha, squash_sha])) AS pull_sha
        WHERE entity_id = {entity_id:UInt64} AND pull_requests.merged_at IS NOT NULL AND pull_sha IN {shas:Array(String)}
        GROUP BY repo_id, pull_sha`,
      params: { entity_id: entityId, shas: shas.slice(from, from + COMMITS_AT_ONCE) },
      row: mergeRow,
    });
    for (const row of rows) merged.set(`${row.repo_id} ${row.sha}`, row.merged_at);
  }
  return (commit) =>
    merged.get(`${commit.repo_id} ${commit.sha}`) ?? (commit.on_default_branch ? commit.committed_at : null);
}
