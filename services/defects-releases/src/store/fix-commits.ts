import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { FixCommit } from '../domain/defect.ts';

const fixCommitRow = z
  .object({
    defect_id: z.number(),
    repo_id: z.number(),
    sha: z.string(),
    authored_at: z.date(),
    merged_at: z.date().nullable(),
  })
  .transform((row) => ({
    defectId: row.defect_id,
    repoId: row.repo_id,
    sha: row.sha,
    authoredAt: row.authored_at,
    mergedAt: row.merged_at,
  }));

export const fixCommitsOf = (db: Queryable, defectId: number) =>
  db.many(fixCommitRow, 'SELECT * FROM fix_commits WHERE defect_id = $1 ORDER BY authored_at, repo_id, sha', [
    defectId,
  ]);

/** What is known of these commits of a repo. */
export const fixCommitsAmong = (db: Queryable, entityId: number, repoId: number, shas: readonly string[]) =>
  db.many(fixCommitRow, 'SELECT * FROM fix_commits WHERE entity_id = $1 AND repo_id = $2 AND sha = ANY($3)', [
    entityId,
    repoId,
    shas,
  ]);

/** The commits of a repo that are known to fix something. */
export async function fixCommitShas(db: Queryable, entityId: number, repoId: number): Promise<string[]> {
  const rows = await db.many(
    z.object({ sha: z.string() }),
    `SELECT sha FROM fix_commits WHERE entity_id = $1 AND repo_id = $2
     UNION
     SELECT sha FROM fixes WHERE entity_id = $1 AND repo_id = $2 AND names_commit AND sha IS NOT NULL ORDER BY sha`,
    [entityId, repoId],
  );
  return rows.map((row) => row.sha);
}

export const saveFixCommits = (
  tx: Transaction,
  defect: { id: number; entityId: number },
  commits: readonly FixCommit[],
): Promise<number> =>
  tx.run(
    `INSERT INTO fix_commits (entity_id, defect_id, repo_id, sha, authored_at, merged_at)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[])
     ON CONFLICT (defect_id, repo_id, sha) DO UPDATE SET authored_at = excluded.authored_at, merged_at = excluded.merged_at`,
    [
      defect.entityId,
      defect.id,
      commits.map((commit) => commit.repoId),
      commits.map((commit) => commit.sha),
      commits.map((commit) => commit.authoredAt),
      commits.map((commit) => commit.mergedAt),
    ],
  );

export const deleteFixCommits = (
  tx: Transaction,
  defectId: number,
  commits: readonly { repoId: number; sha: string }[],
): Promise<number> =>
  tx.run(
    'DELETE FROM fix_commits WHERE defect_id = $1 AND (repo_id, sha) IN (SELECT * FROM unnest($2::bigint[], $3::text[]))',
    [defectId, commits.map((commit) => commit.repoId), commits.map((commit) => commit.sha)],
  );

const keyedRow = z
  .object({ id: z.number(), entity_id: z.number(), defect_key: z.string(), detected_at: z.date() })
  .transform((row) => ({
    id: row.id,
    entityId: row.entity_id,
    defectKey: row.defect_key,
    detectedAt: row.detected_at,
  }));
export type KeyedDefect = z.output<typeof keyedRow>;

/** All of an entity, in steps by id. */
export const keysOfDefects = (
  db: Queryable,
  entityId: number,
  afterId: number,
  limit: number,
): Promise<KeyedDefect[]> =>
  db.many(
    keyedRow,
    'SELECT id, entity_id, defect_key, detected_at FROM defects WHERE entity_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [entityId, afterId, limit],
  );

/** Defects whose commits were not looked up yet; the newest first, since those are being worked on. */
/** Entities take turns, and those that were not tried yet come first. */
export const defectsNotLinked = (db: Queryable, limit: number): Promise<KeyedDefect[]> =>
  db.many(
    keyedRow,
    `SELECT id, entity_id, defect_key, detected_at FROM (
       SELECT *, row_number() OVER (PARTITION BY entity_id ORDER BY link_tried_at NULLS FIRST, id DESC) AS turn
       FROM defects WHERE NOT commits_linked) AS waiting
     ORDER BY turn, link_tried_at NULLS FIRST, id DESC LIMIT $1`,
    [limit],
  );

/** It failed: the others come first. */
export const noteLinkTried = (db: Queryable, id: number): Promise<number> =>
  db.run('UPDATE defects SET link_tried_at = now() WHERE id = $1', [id]);

export const countDefectsNotLinked = async (db: Queryable): Promise<number> =>
  (await db.one(z.object({ count: z.number() }), 'SELECT count(*) AS count FROM defects WHERE NOT commits_linked'))
    .count;

/** Its commits are to be looked up, for the first time or again. */
export const markNotLinked = (tx: Transaction, id: number): Promise<number> =>
  tx.run('UPDATE defects SET commits_linked = false, link_tried_at = NULL WHERE id = $1', [id]);

/** Unless the time of detection has changed meanwhile. */
export const markLinked = (tx: Transaction, defect: KeyedDefect): Promise<number> =>
  tx.run('UPDATE defects SET commits_linked = true WHERE id = $1 AND detected_at = $2', [defect.id, defect.detectedAt]);
