import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Release } from '../domain/release.ts';
import { releaseRow } from './releases.ts';

/** What was recorded before its commit was imported. */
const awaitingFix = z.object({ id: z.number(), defect_id: z.number(), sha: z.string() });

export const fixesAwaitingCommits = (db: Queryable, entityId: number, repoId: number, shas: string[]) =>
  db.many(
    awaitingFix,
    'SELECT id, defect_id, sha FROM fixes WHERE entity_id = $1 AND repo_id = $2 AND sha = ANY($3) AND (awaits_commit OR authored_at IS NULL) ORDER BY defect_id',
    [entityId, repoId, shas],
  );

export const completeFix = (tx: Transaction, id: number, authoredAt: Date, mergedAt: Date | null): Promise<number> =>
  tx.run(
    `UPDATE fixes SET released_at = CASE WHEN awaits_commit THEN $2 ELSE released_at END, awaits_commit = false, authored_at = $2, merged_at = $3
     WHERE id = $1`,
    [id, authoredAt, mergedAt],
  );

export const releasesAwaitingCommits = (
  db: Queryable,
  entityId: number,
  repoId: number,
  shas: string[],
): Promise<Release[]> =>
  db.many(
    releaseRow,
    'SELECT * FROM releases WHERE entity_id = $1 AND repo_id = $2 AND sha = ANY($3) AND awaits_commit ORDER BY id',
    [entityId, repoId, shas],
  );

export const completeRelease = (tx: Transaction, id: number, releasedAt: Date): Promise<number> =>
  tx.run('UPDATE releases SET released_at = $2, awaits_commit = false WHERE id = $1 AND awaits_commit', [
    id,
    releasedAt,
  ]);

/** Recorded by time while the repo had no commit at or before it. */
export const releasesWithoutCommit = (db: Queryable, entityId: number, repoId: number): Promise<Release[]> =>
  db.many(
    releaseRow,
    'SELECT * FROM releases WHERE entity_id = $1 AND repo_id = $2 AND sha IS NULL ORDER BY released_at, id LIMIT 500',
    [entityId, repoId],
  );

export const newestReleasesWithoutCommit = (db: Queryable, limit: number): Promise<Release[]> =>
  db.many(releaseRow, 'SELECT * FROM releases WHERE sha IS NULL ORDER BY created_at DESC LIMIT $1', [limit]);

export const setReleaseCommit = (tx: Transaction, id: number, sha: string): Promise<number> =>
  tx.run('UPDATE releases SET sha = $2 WHERE id = $1 AND sha IS NULL', [id, sha]);

const keyedDefect = z.object({ id: z.number(), defect_key: z.string() });

/** Defects for which no commit is known to name their key; the newest, since those are the ones being worked on. */
export const defectsWithoutNamedCommit = (db: Queryable, entityId: number) =>
  db.many(
    keyedDefect,
    'SELECT id, defect_key FROM defects WHERE entity_id = $1 AND named_commit_authored_at IS NULL ORDER BY detected_at DESC, id DESC LIMIT 500',
    [entityId],
  );
