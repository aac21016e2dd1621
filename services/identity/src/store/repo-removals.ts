import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { RemovalState } from '../domain/offboarding.ts';

const removalRow = z.object({
  repo_id: z.number(),
  entity_id: z.number(),
  repo_path: z.string(),
  actor: z.string(),
  round: z.number(),
  acknowledged: z.record(z.string(), z.literal(true)),
  removed_counts: z.record(z.string(), z.number()),
  asked_at: z.date(),
  requested_at: z.date(),
  removed_at: z.date().nullable(),
});
export type RepoRemoval = z.infer<typeof removalRow> & RemovalState;

const COLUMNS =
  'repo_id, entity_id, repo_path, actor, round, acknowledged, removed_counts, asked_at, requested_at, removed_at';

/** Takes the repo out of the tree and notes that it is being removed; false where another call was faster. */
export async function moveToRemovals(
  db: Queryable,
  repo: { id: number; entityId: number; repoPath: string; actor: string },
): Promise<boolean> {
  const moved = await db.run(
    `WITH gone AS (DELETE FROM repos WHERE id = $1 AND entity_id = $2 RETURNING *)
     INSERT INTO repo_removals (repo_id, entity_id, repo_path, organization_id, slug, git_provider_em, host_name, external_id, actor)
     SELECT id, entity_id, $3, organization_id, slug, git_provider_em, host_name, external_id, $4 FROM gone`,
    [repo.id, repo.entityId, repo.repoPath, repo.actor],
  );
  return moved > 0;
}

/** The newest of that path: a repo can be imported and removed again. */
export const findRemovalOfPath = (db: Queryable, entityId: number, repoPath: string): Promise<RepoRemoval | null> =>
  db.maybe(
    removalRow,
    `SELECT ${COLUMNS} FROM repo_removals WHERE entity_id = $1 AND lower(repo_path) = lower($2) ORDER BY repo_id DESC LIMIT 1`,
    [entityId, repoPath],
  );

export const findRemoval = (db: Queryable, repoId: number): Promise<RepoRemoval | null> =>
  db.maybe(removalRow, `SELECT ${COLUMNS} FROM repo_removals WHERE repo_id = $1`, [repoId]);

export const lockRemoval = (db: Queryable, repoId: number): Promise<RepoRemoval | null> =>
  db.maybe(removalRow, `SELECT ${COLUMNS} FROM repo_removals WHERE repo_id = $1 FOR UPDATE`, [repoId]);

export const listRemovals = (db: Queryable, entityId: number): Promise<RepoRemoval[]> =>
  db.many(removalRow, `SELECT ${COLUMNS} FROM repo_removals WHERE entity_id = $1 ORDER BY requested_at`, [entityId]);

export const listRemovalsUnderWay = (db: Queryable): Promise<RepoRemoval[]> =>
  db.many(removalRow, `SELECT ${COLUMNS} FROM repo_removals WHERE removed_at IS NULL ORDER BY requested_at`);

export async function saveRemoval(db: Queryable, removal: RepoRemoval): Promise<void> {
  await db.run(
    `UPDATE repo_removals SET round = $2, acknowledged = $3, removed_counts = $4, asked_at = $5, removed_at = $6
     WHERE repo_id = $1`,
    [
      removal.repo_id,
      removal.round,
      JSON.stringify(removal.acknowledged),
      JSON.stringify(removal.removed_counts),
      removal.asked_at,
      removal.removed_at,
    ],
  );
}

const foundRow = z.object({ found: z.boolean() });

/** Whether what the host has at this place, or under this id, is being removed just now. */
export const isBeingRemoved = async (
  db: Queryable,
  repo: {
    entityId: number;
    organizationId: number;
    slug: string;
    gitProviderEm: string;
    hostName: string;
    externalId: string | null;
  },
): Promise<boolean> =>
  (
    await db.one(
      foundRow,
      `SELECT EXISTS (SELECT FROM repo_removals WHERE entity_id = $1 AND removed_at IS NULL
         AND ((organization_id = $2 AND lower(slug) = lower($3))
           OR (git_provider_em = $4 AND host_name = $5 AND external_id = $6))) AS found`,
      [repo.entityId, repo.organizationId, repo.slug, repo.gitProviderEm, repo.hostName, repo.externalId],
    )
  ).found;
