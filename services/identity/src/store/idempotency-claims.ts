import type { IdempotencyClaim } from '@linescope/chassis/http/idempotency';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** True for the first request with the key, and for the same request again; false for another one within 24 hours. */
export async function claimIdempotencyKey(
  postgres: Postgres,
  { entityId, tokenId, key, requestHash }: IdempotencyClaim,
): Promise<boolean> {
  // A claim that names no token carries no exact time either, so that it cannot be joined to a request by time.
  const claimedAt = tokenId === 0 ? "date_trunc('day', now()) + interval '1 day'" : 'now()';
  const claimed = await postgres.maybe(
    z.object({ key: z.string() }),
    `INSERT INTO idempotency_claims AS c (entity_id, token_id, key, request_hash, claimed_at)
     VALUES ($1, $2, $3, $4, ${claimedAt})
     ON CONFLICT (entity_id, token_id, key) DO UPDATE SET request_hash = excluded.request_hash, claimed_at = excluded.claimed_at
       WHERE c.request_hash = excluded.request_hash OR c.claimed_at < now() - interval '24 hours'
     RETURNING key`,
    [entityId, tokenId, key, requestHash],
  );
  return claimed !== null && claimed !== undefined;
}

export const deleteOldIdempotencyClaims = (postgres: Postgres): Promise<number> =>
  postgres.run("DELETE FROM idempotency_claims WHERE claimed_at < now() - interval '24 hours'");
