import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const stateRow = z.object({ repo_id: z.number(), import_status: z.string(), last_commit_on: z.string().nullable() });

export interface RepoState {
  importStatus: string;
  lastCommitOn: string | null;
}

/** How far each repo is imported; repos without an import are not in the map. */
export async function readRepoStates(
  db: Queryable,
  entityId: number,
  repoIds: readonly number[],
): Promise<Map<number, RepoState>> {
  const rows = await db.many(
    stateRow,
    `SELECT repo_id, import_status, (SELECT max(day)::text FROM unnest(days_with_commit) AS day) AS last_commit_on
     FROM imports WHERE entity_id = $1 AND repo_id = ANY($2)`,
    [entityId, repoIds],
  );
  return new Map(
    rows.map((row) => [row.repo_id, { importStatus: row.import_status, lastCommitOn: row.last_commit_on }]),
  );
}
