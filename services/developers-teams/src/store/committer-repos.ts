import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** Remembers that these identities committed in the repo, and when last. */
export const recordRepo = (
  tx: Transaction,
  entityId: number,
  repoId: number,
  met: { committerId: number; lastAuthoredAt: Date | null }[],
): Promise<number> =>
  tx.run(
    `INSERT INTO committer_repos AS known (entity_id, repo_id, committer_id, last_authored_at)
     SELECT $1, $2, met.id, max(met.authored_at) FROM unnest($3::bigint[], $4::timestamptz[]) AS met(id, authored_at) GROUP BY met.id
     ON CONFLICT (repo_id, committer_id) DO UPDATE SET last_authored_at = greatest(known.last_authored_at, excluded.last_authored_at)
       WHERE known.last_authored_at IS DISTINCT FROM greatest(known.last_authored_at, excluded.last_authored_at)`,
    [entityId, repoId, met.map((one) => one.committerId), met.map((one) => one.lastAuthoredAt)],
  );

const repoRow = z.object({ repoId: z.number() });

/** Every repo in which one of these persons has committed. */
export async function reposOfPersons(db: Queryable, entityId: number, primaryIds: number[]): Promise<number[]> {
  const rows = await db.many(
    repoRow,
    `SELECT DISTINCT committer_repos.repo_id AS "repoId"
     FROM committers JOIN committer_repos ON committer_repos.committer_id = committers.id
     WHERE committers.entity_id = $1 AND committers.primary_id = ANY($2)
     ORDER BY 1`,
    [entityId, primaryIds],
  );
  return rows.map((row) => row.repoId);
}

const foundRow = z.object({ found: z.boolean() });

export async function workedInRepos(db: Queryable, primaryId: number, repoIds: number[]): Promise<boolean> {
  const row = await db.one(
    foundRow,
    `SELECT EXISTS (
       SELECT FROM committers JOIN committer_repos ON committer_repos.committer_id = committers.id
       WHERE committers.primary_id = $1 AND committer_repos.repo_id = ANY($2)) AS found`,
    [primaryId, repoIds],
  );
  return row.found;
}
