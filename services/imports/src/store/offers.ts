import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { type Import, importRow } from './imports.ts';

const offerRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  repo_path: z.string(),
  offered_to_user: z.number().nullable(),
  offer_expires_at: z.date(),
});
export type Offer = z.infer<typeof offerRow>;

/** Repos of which no import is known, in any spelling, are offered. Says how many are new. */
export const offerRepos = (
  db: Queryable,
  entityId: number,
  offer: { connectionId: number; userId: number; gitProviderEm: string; expiresAt: Date },
  repoPaths: readonly string[],
): Promise<number> =>
  db.run(
    `INSERT INTO imports (entity_id, repo_path, git_provider_em, import_status, run, offered_by_connection,
       offered_to_user, offer_expires_at)
     SELECT $1::bigint, given.path, $2::text, 'offered_pending_acceptance', 0, $3::bigint, $4::bigint, $5::timestamptz
     FROM unnest($6::text[]) AS given (path)
     WHERE NOT EXISTS (SELECT 1 FROM imports WHERE entity_id = $1 AND lower(repo_path) = lower(given.path))
     ON CONFLICT ON CONSTRAINT imports_once DO NOTHING`,
    [entityId, offer.gitProviderEm, offer.connectionId, offer.userId, offer.expiresAt, repoPaths],
  );

const IS_UNMAILED =
  "import_status = 'offered_pending_acceptance' AND offer_mailed_at IS NULL AND offer_mail_after <= now()";

/**
 * Offers to one user that are not mailed yet. They are taken for longer than a mail server may be waited for, so that no other
 * replica mails them, and are due again where this one ends before it says how that went.
 */
export const takeUnmailed = async (db: Queryable, limit: number): Promise<Offer[]> =>
  (
    await db.many(
      offerRow,
      `WITH first AS (
         SELECT entity_id, offered_to_user FROM imports WHERE ${IS_UNMAILED} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       UPDATE imports SET offer_mail_after = now() + interval '2 minutes' WHERE id IN (
         SELECT id FROM imports JOIN first ON imports.entity_id = first.entity_id
           AND imports.offered_to_user IS NOT DISTINCT FROM first.offered_to_user
         WHERE ${IS_UNMAILED} ORDER BY id LIMIT $1 FOR UPDATE OF imports SKIP LOCKED)
       RETURNING id, entity_id, repo_path, offered_to_user, offer_expires_at`,
      [limit],
    )
  ).toSorted((one, other) => one.id - other.id);

export const markMailed = (db: Queryable, ids: readonly number[]): Promise<number> =>
  db.run('UPDATE imports SET offer_mailed_at = now() WHERE id = ANY($1)', [ids]);

export const postponeMail = (db: Queryable, ids: readonly number[]): Promise<number> =>
  db.run(`UPDATE imports SET offer_mail_after = now() + interval '1 minute' WHERE id = ANY($1)`, [ids]);

/** The offer becomes a queued import; a second time there is none to take. */
export const markOfferAccepted = (db: Queryable, id: number): Promise<Import | null> =>
  db.maybe(
    importRow,
    `UPDATE imports SET import_status = 'pending', run = run + 1, run_queued_at = now(), attempts = 0, updated_at = now()
     WHERE id = $1 AND import_status = 'offered_pending_acceptance'
     RETURNING *, cardinality(days_with_commit) AS days_with_commit_count`,
    [id],
  );
