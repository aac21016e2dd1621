import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { EtagCache } from '@linescope/providers/pacing/etag-cache';
import { z } from 'zod';

const answerRow = z.object({ etag: z.string(), headers: z.record(z.string(), z.string()), body: z.instanceof(Buffer) });
const UNPACKED_LIMIT = 64 * 1024 * 1024;

export function postgresEtagCache(db: Queryable, entityId: number): EtagCache {
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

export const deleteEtags = (db: Queryable, entityId: number): Promise<number> =>
  db.run('DELETE FROM provider_etags WHERE entity_id = $1', [entityId]);
