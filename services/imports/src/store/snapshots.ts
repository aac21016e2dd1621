import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { History, HistoryRequest } from '@linescope/git-engine/read-history';
import type { SnapshotBytes } from '@linescope/git-engine/walk/snapshot-parts';
import { z } from 'zod';
import { IMPORT_COLUMNS, type Import, importRow } from './imports.ts';

const snapshotRow = z.object({ position: z.number() });
const deliveredSchema = z.object({
  run: z.number(),
  defaultTip: z.string(),
  offDefault: z.array(z.string()),
  linesSince: z.number(),
});
const newestRow = z.object({ run: z.number(), position: z.number(), delivered: deliveredSchema.nullable() });
const partRow = z.object({ bytes: z.instanceof(Buffer) });

/**
 * Where the engine can go on from: the newest snapshot, and older ones as checkpoints. They may be as large as the repo's
 * living lines, so they are kept in parts, and each is read when it is needed.
 */
export async function readSnapshots(
  db: Queryable,
  importId: number,
): Promise<Pick<HistoryRequest, 'snapshot' | 'delivered' | 'checkpoints'>> {
  const sql = 'SELECT run, position, delivered FROM newest_snapshots WHERE import_id = $1';
  const newest = await db.maybe(newestRow, sql, [importId]);
  if (newest === null) return {};
  const older = await db.many(
    snapshotRow,
    'SELECT position FROM snapshot_parts WHERE import_id = $1 AND part = 0 AND position <> $2',
    [importId, newest.position],
  );
  return {
    snapshot: partsOf(db, importId, newest.position),
    delivered: newest.delivered?.run === newest.run ? newest.delivered : undefined,
    checkpoints: {
      positions: older.map((row) => row.position),
      read: async (position) => partsOf(db, importId, position),
    },
  };
}

function partsOf(db: Queryable, importId: number, position: number): SnapshotBytes {
  const read = async function* () {
    for (let part = 0; ; part++) {
      const row = await db.maybe(
        partRow,
        'SELECT bytes FROM snapshot_parts WHERE import_id = $1 AND position = $2 AND part = $3',
        [importId, position, part],
      );
      if (row === null) return;
      yield row.bytes;
    }
  };
  return { [Symbol.asyncIterator]: read };
}

/** All of it or nothing: a run that is interrupted here leaves what the run before it left. */
export async function writeSnapshots(
  tx: Transaction,
  job: { id: number; entity_id: number; run: number },
  { delivered, snapshot, checkpoints }: Pick<History, 'delivered' | 'snapshot' | 'checkpoints'>,
): Promise<void> {
  const all = [snapshot, ...checkpoints];
  await tx.run('DELETE FROM snapshot_parts WHERE import_id = $1 AND position <> ALL ($2::integer[])', [
    job.id,
    all.filter(({ bytes }) => bytes === null).map(({ position }) => position),
  ]);
  for (const { position, bytes } of all) {
    let part = 0;
    for await (const piece of bytes ?? []) {
      await tx.run(
        'INSERT INTO snapshot_parts (import_id, entity_id, position, part, bytes) VALUES ($1, $2, $3, $4, $5)',
        [job.id, job.entity_id, position, part++, piece],
      );
    }
  }
  await tx.run(
    `INSERT INTO newest_snapshots (import_id, entity_id, run, position, delivered) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (import_id) DO UPDATE
     SET run = excluded.run, position = excluded.position, delivered = excluded.delivered`,
    [job.id, job.entity_id, job.run, snapshot.position, JSON.stringify({ run: job.run, ...delivered })],
  );
}

/** What was read is forgotten, so that the next run reads the whole window again. */
export async function forgetReading(tx: Transaction, { id }: { id: number }): Promise<void> {
  await tx.run('DELETE FROM newest_snapshots WHERE import_id = $1', [id]);
  await tx.run('DELETE FROM snapshot_parts WHERE import_id = $1', [id]);
  await tx.run('UPDATE imports SET stored_note_tips = NULL WHERE id = $1', [id]);
}

/**
 * Another repo has taken the name: what the import knew is of the one before, and the next reading is the new one's first. Its batches
 * are named by a run that no other import of the repo has had, so that none is taken for one that was stored.
 */
export async function forgetRepo(tx: Transaction, job: { id: number }, repoId: number): Promise<Import> {
  await forgetReading(tx, job);
  return tx.one(
    importRow,
    `UPDATE imports SET
       run = greatest(run, 1 + (SELECT max(run) FROM imports AS other WHERE other.repo_id = $2 AND other.id <> $1)),
       git_run = 0, cursor_run = 0, cursor_tips = NULL, cursor_part = 0,
       stored_tips = NULL, stored_window_start = NULL, stored_before_window = '[]', facts_compared_at = NULL,
       commits_complete_count = 0, commit_processed_count = 0, commits_in_run = 0, commits_done_in_run = 0, percent_complete = 0,
       days_with_commit = '{}', default_branch_processed_back_through = NULL, provider_past_year_commit_count = NULL,
       pull_request_discovered_count = 0, pull_request_processed_count = 0, last_pr_discovery_at = NULL,
       last_processed_at = NULL, stats_calculated_at = NULL, awaited = true
     WHERE id = $1 RETURNING ${IMPORT_COLUMNS}`,
    [job.id, repoId],
  );
}
