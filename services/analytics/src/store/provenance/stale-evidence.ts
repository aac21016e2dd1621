import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** Marks a repo whose facts changed that the evidence of lines is derived from. */
export const markEvidenceStale = (db: Queryable, entityId: number, repoId: number): Promise<unknown> =>
  db.run(
    `INSERT INTO stale_evidence (entity_id, repo_id) VALUES ($1, $2)
     ON CONFLICT (entity_id, repo_id) DO UPDATE SET noted_at = excluded.noted_at`,
    [entityId, repoId],
  );

/** Facts that keep coming are let come for so long, but not for longer than that. */
const QUIET = '2 seconds';
const AT_MOST = '60 seconds';

/** Of the latest mark while an import is under way. */
const LATELY = '10 seconds';

/** Whether facts are still coming in that evidence is derived from. */
export const areFactsComing = async (db: Queryable): Promise<boolean> => {
  const { coming } = await db.one(
    z.object({ coming: z.boolean() }),
    `SELECT EXISTS (SELECT FROM stale_evidence WHERE noted_at > now() - interval '${LATELY}') AS coming`,
    [],
  );
  return coming;
};

const staleRow = z
  .object({ entity_id: z.number(), repo_id: z.number(), noted: z.string() })
  .transform((row) => ({ entityId: row.entity_id, repoId: row.repo_id, noted: row.noted }));
export type StaleEvidence = z.output<typeof staleRow>;

/**
 * One marked repo; other replicas skip it while the transaction is open. The mark itself is not locked: deriving takes long, and whoever
 * stores facts meanwhile must not wait to mark the repo again.
 */
export async function takeStaleEvidence(tx: Transaction): Promise<StaleEvidence | null> {
  const marked = await tx.many(
    staleRow,
    `SELECT entity_id, repo_id, noted_at::text AS noted FROM stale_evidence
     WHERE noted_at < now() - interval '${QUIET}' OR first_noted_at < now() - interval '${AT_MOST}'
     ORDER BY noted_at LIMIT 10`,
  );
  for (const stale of marked) {
    const { locked } = await tx.one(
      z.object({ locked: z.boolean() }),
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
      [`stale_evidence ${stale.entityId} ${stale.repoId}`],
    );
    if (locked) return stale;
  }
  return null;
}

/** Removes the mark, unless the repo was marked again since it was taken. */
export async function clearStaleEvidence(tx: Transaction, { entityId, repoId, noted }: StaleEvidence): Promise<void> {
  const isCleared = await tx.run(
    'DELETE FROM stale_evidence WHERE entity_id = $1 AND repo_id = $2 AND noted_at = $3::timestamptz',
    [entityId, repoId, noted],
  );
  if (isCleared > 0) return;
  await tx.run('UPDATE stale_evidence SET first_noted_at = noted_at WHERE entity_id = $1 AND repo_id = $2', [
    entityId,
    repoId,
  ]);
}
