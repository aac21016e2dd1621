import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { KnownCommit } from '../domain/commit.ts';
import type { Release } from '../domain/release.ts';
import { releaseRow } from './releases.ts';

const awaitingFix = z.object({ id: z.number(), defect_id: z.number(), repo_id: z.number(), sha: z.string() });

/** Fixes whose times follow these commits: not known yet, or as they were when the commits were merged last. */
export const fixesByCommits = (db: Queryable, entityId: number, repoId: number, shas: readonly string[]) =>
  db.many(
    awaitingFix,
    'SELECT id, defect_id, repo_id, sha FROM fixes WHERE entity_id = $1 AND repo_id = $2 AND sha = ANY($3) AND (awaits_commit OR authored_at IS NULL OR names_commit) ORDER BY defect_id',
    [entityId, repoId, shas],
  );

/** The same of one defect. */
export const fixesByDefect = (db: Queryable, defectId: number) =>
  db.many(
    awaitingFix,
    'SELECT id, defect_id, repo_id, sha FROM fixes WHERE defect_id = $1 AND sha IS NOT NULL AND (authored_at IS NULL OR names_commit) ORDER BY id',
    [defectId],
  );

/** A release that carries the fix merged it when its commit was committed, on whatever branch. */
export const completeFix = (tx: Transaction, id: number, commit: KnownCommit): Promise<number> =>
  tx.run(
    `UPDATE fixes SET released_at = CASE WHEN awaits_commit THEN $2 ELSE released_at END, awaits_commit = false, authored_at = $2, merged_at = merged
     FROM (SELECT id AS fix_id, CASE WHEN names_commit OR release_id IS NULL THEN $3::timestamptz ELSE $4::timestamptz END AS merged
           FROM fixes WHERE id = $1) AS known
     WHERE id = fix_id AND (awaits_commit OR (authored_at, merged_at) IS DISTINCT FROM ($2, merged))`,
    [id, commit.authoredAt, commit.mergedAt, commit.committedAt],
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

/** Those that were looked up longest ago, and never yet first: one entity's many do not keep another's waiting for good. */
export const takeReleasesWithoutCommit = (db: Queryable, limit: number): Promise<Release[]> =>
  db.many(
    releaseRow,
    `UPDATE releases SET commit_sought_at = now() WHERE id IN (
       SELECT id FROM (
         SELECT id, commit_sought_at, row_number() OVER (PARTITION BY entity_id ORDER BY commit_sought_at NULLS FIRST, id DESC) AS turn
         FROM releases WHERE sha IS NULL) AS waiting
       ORDER BY turn, commit_sought_at NULLS FIRST LIMIT $1)
     RETURNING *`,
    [limit],
  );

/** The fixes that a release carries follow it to its commit; one that is known by that commit already stands for them. */
export async function setCommitOfFixes(tx: Transaction, releaseId: number, commit: KnownCommit): Promise<void> {
  await tx.run(
    `DELETE FROM fixes own USING fixes known
     WHERE own.release_id = $1 AND own.sha IS NULL AND known.defect_id = own.defect_id AND known.repo_id = own.repo_id AND known.sha = $2`,
    [releaseId, commit.sha],
  );
  await tx.run('UPDATE fixes SET sha = $2, authored_at = $3, merged_at = $4 WHERE release_id = $1 AND sha IS NULL', [
    releaseId,
    commit.sha,
    commit.authoredAt,
    commit.committedAt,
  ]);
}

export const setReleaseCommit = (tx: Transaction, id: number, sha: string): Promise<number> =>
  tx.run('UPDATE releases SET sha = $2 WHERE id = $1 AND sha IS NULL', [id, sha]);
