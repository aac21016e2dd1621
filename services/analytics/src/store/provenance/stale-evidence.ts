import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const repoRow = z
  .object({ entity_id: z.number(), repo_id: z.number() })
  .transform((row) => ({ entityId: row.entity_id, repoId: row.repo_id }));

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

/** Takes one marked repo; other replicas skip it while the transaction is open, and a mark that comes meanwhile waits for it. */
export const takeStaleEvidence = (tx: Transaction): Promise<{ entityId: number; repoId: number } | null> =>
  tx.maybe(
    repoRow,
    `DELETE FROM stale_evidence WHERE (entity_id, repo_id) = (
       SELECT entity_id, repo_id FROM stale_evidence
       WHERE noted_at < now() - interval '${QUIET}' OR first_noted_at < now() - interval '${AT_MOST}'
       ORDER BY noted_at FOR UPDATE SKIP LOCKED LIMIT 1
     ) RETURNING entity_id, repo_id`,
  );
