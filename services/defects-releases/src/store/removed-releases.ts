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

/** Of fixes that came with a release, those that were also recorded by themselves stay. The defects that have changed, by key. */
export async function deleteFixesOfRelease(tx: Transaction, releaseId: number): Promise<number[]> {
  const defects = await tx.many(
    z.object({ id: z.number() }),
    `SELECT id FROM defects WHERE id IN (SELECT defect_id FROM fixes WHERE release_id = $1) ORDER BY defect_key FOR UPDATE`,
    [releaseId],
  );
  await tx.run('DELETE FROM fixes WHERE release_id = $1 AND NOT names_commit AND pushed_at IS NULL', [releaseId]);
  await tx.run('UPDATE fixes SET release_id = NULL WHERE release_id = $1', [releaseId]);
  return defects.map(({ id }) => id);
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
