import type { Postgres, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** An entity whose daily sums do not stand for its facts as they are now. */
const staleRow = z.object({
  entity_id: z.number(),
  commits: z.number(),
  copies: z.number(),
  /** As of the last time. */
  rolled_commits: z.number(),
  people: z.string(),
  rolled_at: z.date().nullable(),
});
export type StaleRollup = z.output<typeof staleRow>;

/** Facts that keep coming are let come for so long before their days are summed up, but not for longer than that. */
const QUIET = '5 seconds';
const AT_MOST = '60 seconds';

const STALE = `SELECT f.entity_id FROM fact_stamps f LEFT JOIN rollups r USING (entity_id)
  WHERE (r.rolled_at IS NULL OR r.commits <> f.commits OR r.copies <> f.copies)
    AND (coalesce(f.stored_at < now() - interval '${QUIET}', true) OR r.rolled_at < now() - interval '${AT_MOST}')`;

/** Entities whose sums should be made anew. */
export const listStaleRollups = async (postgres: Postgres): Promise<number[]> =>
  (await postgres.many(z.object({ entity_id: z.number() }), `${STALE} ORDER BY f.entity_id LIMIT 100`)).map(
    ({ entity_id: id }) => id,
  );

/**
 * The state to sum up, read before the facts are; null where another replica does it, or nothing has changed. The row itself is not
 * locked while that lasts, so that it can be removed meanwhile.
 */
export const takeStaleRollup = (tx: Transaction, entityId: number): Promise<StaleRollup | null> =>
  tx.maybe(
    staleRow,
    `SELECT f.entity_id, f.commits, f.copies, coalesce(r.commits, 0) AS rolled_commits, coalesce(r.people, '') AS people, r.rolled_at
     FROM fact_stamps f LEFT JOIN rollups r USING (entity_id)
     WHERE f.entity_id = $1 AND (r.rolled_at IS NULL OR r.commits <> f.commits OR r.copies <> f.copies)
       AND pg_try_advisory_xact_lock(hashtextextended('rollup', $1))`,
    [entityId],
  );

/** Grows with time, so that of two sums of a day the one that was read later counts. */
export const nextRollupVersion = async (tx: Transaction): Promise<number> =>
  (await tx.one(z.object({ version: z.number() }), `SELECT nextval('rollup_versions') AS version`)).version;

/** What was removed meanwhile stays removed, and is made whole the next time. */
export const saveRollup = (
  tx: Transaction,
  { entity_id: entityId, commits, copies, rolled_at: before }: StaleRollup,
  { people, rolledAt }: { people: string; rolledAt: Date },
): Promise<number> =>
  tx.run(
    before === null
      ? `INSERT INTO rollups (entity_id, commits, copies, people, rolled_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (entity_id) DO UPDATE
         SET commits = excluded.commits, copies = excluded.copies, people = excluded.people, rolled_at = excluded.rolled_at`
      : 'UPDATE rollups SET commits = $2, copies = $3, people = $4, rolled_at = $5 WHERE entity_id = $1',
    [entityId, commits, copies, people, rolledAt],
  );

/** ClickHouse may have lost some of the sums: they are made anew, and reports read commits until then. */
export const resetRollup = (postgres: Postgres, entityId: number): Promise<number> =>
  postgres.run('DELETE FROM rollups WHERE entity_id = $1', [entityId]);
