import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** Remembers that these identities committed in the repo, and when last. */
export const recordRepo = (
  tx: Transaction,
  entityId: number,
  repoId: number,
  seen: { committerId: number; primaryId: number; lastAuthoredAt: Date | null }[],
): Promise<number> =>
  tx.run(
    `INSERT INTO committer_repos AS known (entity_id, repo_id, committer_id, primary_id, last_authored_at)
     SELECT $1, $2, seen.id, seen.primary_id, max(seen.authored_at)
     FROM unnest($3::bigint[], $4::bigint[], $5::timestamptz[]) AS seen(id, primary_id, authored_at) GROUP BY 3, 4
     ON CONFLICT (repo_id, committer_id) DO UPDATE SET last_authored_at = greatest(known.last_authored_at, excluded.last_authored_at)
       WHERE known.last_authored_at IS DISTINCT FROM greatest(known.last_authored_at, excluded.last_authored_at)`,
    [
      entityId,
      repoId,
      seen.map((one) => one.committerId),
      seen.map((one) => one.primaryId),
      seen.map((one) => one.lastAuthoredAt),
    ],
  );

const repoRow = z.object({ repoId: z.number() });

/** Every repo in which one of these persons has committed. */
export async function reposOfPersons(db: Queryable, primaryIds: number[]): Promise<number[]> {
  const rows = await db.many(
    repoRow,
    'SELECT DISTINCT repo_id AS "repoId" FROM committer_repos WHERE primary_id = ANY($1) ORDER BY 1',
    [primaryIds],
  );
  return rows.map((row) => row.repoId);
}

const foundRow = z.object({ found: z.boolean() });

export async function workedInRepos(db: Queryable, primaryId: number, repoIds: number[]): Promise<boolean> {
  const row = await db.one(
    foundRow,
    'SELECT EXISTS (SELECT FROM committer_repos WHERE primary_id = $1 AND repo_id = ANY($2)) AS found',
    [primaryId, repoIds],
  );
  return row.found;
}

/** The primaries of these identities have changed: their repos follow. */
export const updateRepoOwners = (tx: Transaction, committerIds: number[]): Promise<number> =>
  tx.run(
    `UPDATE committer_repos SET primary_id = committers.primary_id FROM committers
     WHERE committers.id = committer_repos.committer_id AND committers.id = ANY($1)`,
    [committerIds],
  );
