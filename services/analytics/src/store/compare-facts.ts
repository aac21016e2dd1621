import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

const shaRow = z.object({ sha: z.string() });

/** Those of the repo's commits that are not stored. */
export async function missingCommits(
  clickHouse: ClickHouse,
  { entityId, repoId, shas }: { entityId: number; repoId: number; shas: readonly string[] },
): Promise<string[]> {
  const stored = await clickHouse.query({
    name: 'stored_commits',
    sql: `SELECT DISTINCT sha FROM commits
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND sha IN {shas:Array(String)}`,
    params: { entity_id: entityId, repo_id: repoId, shas },
    row: shaRow,
  });
  const known = new Set(stored.map(({ sha }) => sha));
  return shas.filter((sha) => !known.has(sha));
}

/**
 * Commits whose own row counts more files or lines than are stored of them, or that have no score. Rows of a commit that were
 * delivered under several versions count once.
 */
export async function countIncompleteCommits(
  clickHouse: ClickHouse,
  { entityId, repoId }: { entityId: number; repoId: number },
): Promise<number> {
  const ofRepo = 'entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}';
  const [row] = await clickHouse.query({
    name: 'incomplete_commits',
    sql: `
      WITH
        files AS (SELECT sha, uniqExact(path) AS stored FROM file_changes WHERE ${ofRepo} GROUP BY sha),
        changed AS (SELECT sha, uniqExact(path, hunk, hunk_line) AS stored FROM line_changes WHERE ${ofRepo} GROUP BY sha),
        scores AS (
          SELECT sha, argMax(lines, version) AS lines FROM commit_scores WHERE ${ofRepo} AND score_version = 0 GROUP BY sha
        )
      SELECT count() AS commits
      FROM (SELECT sha, files_changed FROM commits FINAL WHERE ${ofRepo} AND presence = 'existent') AS known
      LEFT JOIN files ON files.sha = known.sha
      LEFT JOIN scores ON scores.sha = known.sha
      LEFT JOIN changed ON changed.sha = known.sha
      WHERE files.stored < known.files_changed OR scores.sha = '' OR changed.stored < scores.lines
      SETTINGS join_use_nulls = 0`,
    params: { entity_id: entityId, repo_id: repoId },
    row: z.object({ commits: z.coerce.number() }),
  });
  return row?.commits ?? 0;
}
