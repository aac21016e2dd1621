import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { type Import, importRow } from './imports.ts';

const offerRow = z.object({ id: z.number(), repo_path: z.string(), offer_expires_at: z.date() });
export type Offer = z.infer<typeof offerRow>;

/** Repos of which no import is known, in any spelling, are offered. Says how many are new. */
export const offerRepos = (
  db: Queryable,
  entityId: number,
  offer: { connectionId: number; gitProviderEm: string; expiresAt: Date },
  repoPaths: readonly string[],
): Promise<number> =>
  db.run(
    `INSERT INTO imports (entity_id, repo_path, git_provider_em, import_status, run, offered_by_connection, offer_expires_at)
     SELECT $1::bigint, told.path, $2::text, 'offered_pending_acceptance', 0, $3::bigint, $4::timestamptz
     FROM unnest($5::text[]) AS told (path)
     WHERE NOT EXISTS (SELECT 1 FROM imports WHERE entity_id = $1 AND lower(repo_path) = lower(told.path))
     ON CONFLICT ON CONSTRAINT imports_once DO NOTHING`,
    [entityId, offer.gitProviderEm, offer.connectionId, offer.expiresAt, repoPaths],
  );

/** Offers that nobody was told of, held until the transaction ends. */
export const takeUnmailed = (
  tx: Transaction,
  entityId: number,
  connectionId: number,
  limit: number,
): Promise<Offer[]> =>
  tx.many(
    offerRow,
    `SELECT id, repo_path, offer_expires_at FROM imports
     WHERE entity_id = $1 AND offered_by_connection = $2 AND import_status = 'offered_pending_acceptance' AND offer_mailed_at IS NULL
     ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [entityId, connectionId, limit],
  );

export const markMailed = (tx: Transaction, ids: readonly number[]): Promise<number> =>
  tx.run('UPDATE imports SET offer_mailed_at = now() WHERE id = ANY($1)', [ids]);

/** The offer becomes a queued import; a second time there is none to take. */
export const acceptOffer = (db: Queryable, id: number): Promise<Import | null> =>
  db.maybe(
    importRow,
    `UPDATE imports SET import_status = 'pending', run = run + 1, run_queued_at = now(), attempts = 0, updated_at = now()
     WHERE id = $1 AND import_status = 'offered_pending_acceptance'
     RETURNING *, cardinality(days_with_commit) AS days_with_commit_count`,
    [id],
  );
