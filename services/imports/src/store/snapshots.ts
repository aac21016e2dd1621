import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { History, HistoryRequest } from '@linescope/git-engine/read-history';
import { z } from 'zod';

const snapshotRow = z.object({ snapshot: z.instanceof(Buffer) });
const positionRow = z.object({ position: z.number() });

/** Where the engine can go on from. Checkpoints are large and seldom asked for, so each is read when it is. */
export async function readSnapshots(
  db: Queryable,
  importId: number,
): Promise<Pick<HistoryRequest, 'snapshot' | 'checkpoints'>> {
  const newest = await db.maybe(snapshotRow, 'SELECT snapshot FROM import_snapshots WHERE import_id = $1', [importId]);
  const rows = await db.many(positionRow, 'SELECT position FROM import_checkpoints WHERE import_id = $1', [importId]);
  const read = async (position: number) => {
    const row = await db.maybe(
      snapshotRow,
      'SELECT checkpoint AS snapshot FROM import_checkpoints WHERE import_id = $1 AND position = $2',
      [importId, position],
    );
    return row?.snapshot ?? null;
  };
  return { snapshot: newest?.snapshot, checkpoints: { positions: rows.map((row) => row.position), read } };
}

export async function writeSnapshots(
  tx: Transaction,
  job: { id: number; entity_id: number; run: number },
  { snapshot, checkpoints }: Pick<History, 'snapshot' | 'checkpoints'>,
): Promise<void> {
  await tx.run(
    `INSERT INTO import_snapshots (import_id, entity_id, run, snapshot) VALUES ($1, $2, $3, $4)
     ON CONFLICT (import_id) DO UPDATE SET run = excluded.run, snapshot = excluded.snapshot`,
    [job.id, job.entity_id, job.run, Buffer.from(snapshot)],
  );
  await tx.run('DELETE FROM import_checkpoints WHERE import_id = $1 AND position <> ALL ($2::integer[])', [
    job.id,
    checkpoints.map((checkpoint) => checkpoint.position),
  ]);
  for (const { position, bytes } of checkpoints) {
    if (bytes === null) continue;
    await tx.run(
      `INSERT INTO import_checkpoints (import_id, entity_id, position, checkpoint) VALUES ($1, $2, $3, $4)
       ON CONFLICT (import_id, position) DO UPDATE SET checkpoint = excluded.checkpoint`,
      [job.id, job.entity_id, position, Buffer.from(bytes)],
    );
  }
}
