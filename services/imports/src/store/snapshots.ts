import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const snapshotRow = z.object({ snapshot: z.instanceof(Buffer) });

export async function readSnapshot(db: Queryable, importId: number): Promise<Buffer | null> {
  const row = await db.maybe(snapshotRow, 'SELECT snapshot FROM import_snapshots WHERE import_id = $1', [importId]);
  return row?.snapshot ?? null;
}

export const writeSnapshot = (
  tx: Transaction,
  importId: number,
  entityId: number,
  run: number,
  snapshot: Uint8Array,
): Promise<number> =>
  tx.run(
    `INSERT INTO import_snapshots (import_id, entity_id, run, snapshot) VALUES ($1, $2, $3, $4)
     ON CONFLICT (import_id) DO UPDATE SET run = excluded.run, snapshot = excluded.snapshot`,
    [importId, entityId, run, Buffer.from(snapshot)],
  );
