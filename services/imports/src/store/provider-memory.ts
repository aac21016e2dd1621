import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Postgres, Queryable } from '@linescope/chassis/postgres/postgres';
import type { EtagCache } from '@linescope/providers/pacing/etag-cache';
import type { QuotaState } from '@linescope/providers/pacing/quota';
import type { QuotaStore } from '@linescope/providers/pacing/quota-store';
import { z } from 'zod';

const quotaState: z.ZodType<QuotaState> = z.object({
  limit: z.number(),
  remaining: z.number(),
  resetAt: z.number(),
  windowMs: z.number(),
  nextAt: z.number(),
  blockedUntil: z.number(),
});
const stateRow = z.object({ key: z.string(), state: quotaState.nullable() });

/** Budgets that all workers share: a change holds its row, so two never spend the same call. */
export function quotasInPostgres(postgres: Postgres, entityId: number): QuotaStore {
  return {
    read: async (keys) => {
      const rows = await postgres.many(stateRow, 'SELECT key, state FROM provider_quotas WHERE key = ANY($1)', [keys]);
      return new Map(rows.flatMap(({ key, state }) => (state ? [[key, state] as const] : [])));
    },
    update: (key, change) =>
      postgres.transaction(async (tx) => {
        await tx.run('INSERT INTO provider_quotas (key, entity_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
          key,
          entityId,
        ]);
        const { state } = await tx.one(stateRow, 'SELECT key, state FROM provider_quotas WHERE key = $1 FOR UPDATE', [
          key,
        ]);
        const result = change(state);
        await tx.run('UPDATE provider_quotas SET state = $2 WHERE key = $1', [key, JSON.stringify(result.state)]);
        return result;
      }),
  };
}

const answerRow = z.object({ etag: z.string(), headers: z.record(z.string(), z.string()), body: z.instanceof(Buffer) });
const UNPACKED_LIMIT = 64 * 1024 * 1024;

export function etagsInPostgres(db: Queryable, entityId: number): EtagCache {
  const keyOf = (key: string) => createHash('sha256').update(key).digest();
  return {
    get: async (key) => {
      const row = await db.maybe(
        answerRow,
        'UPDATE provider_etags SET used_at = now() WHERE key = $1 RETURNING etag, headers, body',
        [keyOf(key)],
      );
      if (!row) return null;
      const body = zstdDecompressSync(row.body, { maxOutputLength: UNPACKED_LIMIT }).toString('utf8');
      return { etag: row.etag, headers: row.headers, body };
    },
    set: async (key, { etag, body, headers }) => {
      await db.run(
        `INSERT INTO provider_etags (key, entity_id, etag, headers, body) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (key) DO UPDATE SET etag = excluded.etag, headers = excluded.headers, body = excluded.body, used_at = now()`,
        [keyOf(key), entityId, etag, JSON.stringify(headers), zstdCompressSync(body)],
      );
    },
  };
}
