import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Release } from '../domain/release.ts';
import { releaseRow } from './releases.ts';

type Named = Pick<Release, 'repoId' | 'name' | 'sha'>;

export const releaseOf = (db: Queryable, entityId: number, id: number): Promise<Release | null> =>
  db.maybe(releaseRow, 'SELECT * FROM releases WHERE entity_id = $1 AND id = $2', [entityId, id]);

/** Takes the release away with its keys, and remembers it for the rules. */
export async function deleteRelease(tx: Transaction, { id, entityId, repoId, name, sha }: Release): Promise<void> {
  await tx.run('DELETE FROM releases WHERE id = $1', [id]);
  if (sha !== null)
    await tx.run(
      'INSERT INTO removed_releases (entity_id, repo_id, name, sha) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [entityId, repoId, name, sha],
    );
}

/**
 * Of fixes that came with a release, those stay that were also recorded by themselves or that another release of the commit carries.
 * Call it with the defects locked.
 */
export async function deleteFixesOfRelease(tx: Transaction, releaseId: number): Promise<void> {
  await tx.run(
    `UPDATE fixes SET release_id = other.id, released_at = other.released_at, awaits_commit = other.awaits_commit
     FROM (SELECT DISTINCT ON (f.id) f.id AS fix_id, r.id, r.released_at, r.awaits_commit
           FROM fixes f JOIN release_defects rd ON rd.defect_id = f.defect_id AND rd.release_id <> f.release_id
             JOIN releases r ON r.id = rd.release_id AND r.repo_id = f.repo_id
           WHERE f.release_id = $1 AND NOT f.names_commit
             AND (r.sha = f.sha OR (r.sha IS NULL AND f.sha IS NULL AND r.released_at = f.released_at))
           ORDER BY f.id, r.id) AS other
     WHERE fixes.id = other.fix_id`,
    [releaseId],
  );
  await tx.run('DELETE FROM fixes WHERE release_id = $1 AND NOT names_commit AND pushed_at IS NULL', [releaseId]);
  await tx.run('UPDATE fixes SET release_id = NULL WHERE release_id = $1', [releaseId]);
}

export async function wasRemoved(db: Queryable, { repoId, name, sha }: Named): Promise<boolean> {
  const removed = await db.maybe(
    z.object({ name: z.string() }),
    'SELECT name FROM removed_releases WHERE repo_id = $1 AND name = $2 AND sha = $3',
    [repoId, name, sha],
  );
  return removed !== null;
}

/** Somebody recorded it after all. */
export const forgetRemoval = (tx: Transaction, { repoId, name, sha }: Named): Promise<number> =>
  tx.run('DELETE FROM removed_releases WHERE repo_id = $1 AND name = $2 AND sha = $3', [repoId, name, sha]);
