import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { StoredPayload } from '@linescope/providers/payload';
import { z } from 'zod';
import type { RepoKey } from './provider-state.ts';

const UNPACKED_LIMIT = 256 * 1024 * 1024;

export const savePayload = (db: Queryable, { entityId, repoId }: RepoKey, payload: StoredPayload): Promise<number> =>
  db.run('INSERT INTO provider_payloads (entity_id, repo_id, payload) VALUES ($1, $2, $3)', [
    entityId,
    repoId,
    zstdCompressSync(JSON.stringify(payload)),
  ]);

const payloadRow = z.object({
  id: z.number(),
  repo_id: z.number(),
  received_at: z.date(),
  payload: z.instanceof(Buffer),
});

export interface SavedPayload {
  repoId: number;
  receivedAt: Date;
  payload: StoredPayload;
}

/** Oldest first, one at a time: an entity's payloads need not fit in memory. */
export async function* savedPayloads(
  db: Queryable,
  entityId: number,
  repoId: number | null,
): AsyncGenerator<SavedPayload> {
  for (let after = 0; ; ) {
    const row = await db.maybe(
      payloadRow,
      `SELECT id, repo_id, received_at, payload FROM provider_payloads
       WHERE entity_id = $1 AND ($2::bigint IS NULL OR repo_id = $2) AND id > $3 ORDER BY id LIMIT 1`,
      [entityId, repoId, after],
    );
    if (!row) return;
    after = row.id;
    yield { repoId: row.repo_id, receivedAt: row.received_at, payload: unpack(row.payload) };
  }
}

/** Casts once, here: the bytes were written by `savePayload`. */
const unpack = (bytes: Buffer): StoredPayload =>
  JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: UNPACKED_LIMIT }).toString('utf8')) as StoredPayload;

/** Payloads past their time, and cached answers that were not used for as long. */
export async function deleteOldPayloads(db: Queryable, days: number): Promise<number> {
  await db.run(`DELETE FROM provider_etags WHERE used_at < now() - make_interval(days => $1)`, [Math.max(days, 1)]);
  return db.run(`DELETE FROM provider_payloads WHERE received_at < now() - make_interval(days => $1)`, [days]);
}
