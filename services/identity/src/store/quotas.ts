import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { type KeptQuota, type QuotaShelf, quotaStateSchema } from '@linescope/providers/pacing/swap-quotas';
import { z } from 'zod';

const quotaRow = z.object({ key: z.string(), state: quotaStateSchema, version: z.number() });

/** The budgets of an entity's connections. A swap with an older version fails and returns the newer state. */
export function quotaShelf(db: Queryable, entityId: number): QuotaShelf {
  const read = (keys: readonly string[]): Promise<KeptQuota[]> =>
    db.many(quotaRow, 'SELECT key, state, version FROM provider_quotas WHERE key = ANY($1)', [keys]);
  return {
    read,
    async swap(wanted) {
      const written = await db.maybe(
        quotaRow,
        `INSERT INTO provider_quotas AS held (key, entity_id, state, version) VALUES ($1, $2, $3, $4::bigint + 1)
         ON CONFLICT (key) DO UPDATE SET state = excluded.state, version = excluded.version, used_at = now()
         WHERE held.version = $4
         RETURNING key, state, version`,
        [wanted.key, entityId, JSON.stringify(wanted.state), wanted.version],
      );
      if (written) return { swapped: true, now: written };
      const [now = { key: wanted.key, state: null, version: 0 }] = await read([wanted.key]);
      return { swapped: false, now };
    },
  };
}

const leftRow = z.object({ key: z.string(), entity_id: z.number(), left: z.number() });

/** Those that have least left. */
export const lowestQuotas = (db: Queryable, now: Date, limit: number): Promise<z.infer<typeof leftRow>[]> =>
  db.many(
    leftRow,
    `SELECT key, entity_id,
            CASE WHEN (state->>'resetAt')::numeric < $1 THEN 1
                 ELSE (state->>'remaining')::float8 / greatest((state->>'limit')::float8, 1) END AS left
     FROM provider_quotas
     ORDER BY 3, 1
     LIMIT $2`,
    [now.getTime(), limit],
  );
