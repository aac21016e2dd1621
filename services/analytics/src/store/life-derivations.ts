import type { Postgres, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const staleRow = z.object({ commits: z.number(), derived_at: z.date().nullable() });
/** The commits to derive from, and when that was done last. */
export type StaleLives = z.output<typeof staleRow>;

/** An import brings its newest commits first, whose lines end older ones: what it stores is derived when it has come to rest. */
const QUIET = '5 seconds';
const AT_MOST = '10 minutes';

const IS_STALE = 'f.commits > 0 AND (d.derived_at IS NULL OR d.commits <> f.commits)';

/** Entities whose line lives should be derived anew. */
export const listStaleLives = async (postgres: Postgres): Promise<number[]> =>
  (
    await postgres.many(
      z.object({ entity_id: z.number() }),
      `SELECT f.entity_id FROM fact_stamps f LEFT JOIN life_derivations d USING (entity_id)
       WHERE ${IS_STALE} AND (coalesce(f.stored_at < now() - interval '${QUIET}', true) OR d.derived_at < now() - interval '${AT_MOST}')
       ORDER BY f.entity_id LIMIT 100`,
    )
  ).map(({ entity_id: id }) => id);

/**
 * Read before the facts are; null where another replica does it, or nothing has changed. The row itself is not locked while that
 * lasts, so that it can be removed meanwhile.
 */
export const takeStaleLives = (tx: Transaction, entityId: number): Promise<StaleLives | null> =>
  tx.maybe(
    staleRow,
    `SELECT f.commits, d.derived_at FROM fact_stamps f LEFT JOIN life_derivations d USING (entity_id)
     WHERE f.entity_id = $1 AND ${IS_STALE} AND pg_try_advisory_xact_lock(hashtextextended('line lives', $1))`,
    [entityId],
  );

/** What was removed meanwhile stays removed, and is derived whole the next time. */
export const saveLives = (tx: Transaction, entityId: number, stale: StaleLives, derivedAt: Date): Promise<number> =>
  tx.run(
    stale.derived_at === null
      ? `INSERT INTO life_derivations (entity_id, commits, derived_at) VALUES ($1, $2, $3)
         ON CONFLICT (entity_id) DO UPDATE SET commits = excluded.commits, derived_at = excluded.derived_at`
      : 'UPDATE life_derivations SET commits = $2, derived_at = $3 WHERE entity_id = $1',
    [entityId, stale.commits, derivedAt],
  );

/** Whether the lives stand for all commits that are stored. */
export const areLivesCurrent = async (postgres: Postgres, entityId: number): Promise<boolean> =>
  (
    await postgres.maybe(
      z.object({ current: z.boolean() }),
      `SELECT coalesce(d.commits = f.commits, f.commits = 0) AS current
       FROM fact_stamps f LEFT JOIN life_derivations d USING (entity_id) WHERE f.entity_id = $1`,
      [entityId],
    )
  )?.current ?? true;

/** ClickHouse may have lost some of them: they are derived anew. */
export const resetLives = (postgres: Postgres, entityId: number): Promise<number> =>
  postgres.run('DELETE FROM life_derivations WHERE entity_id = $1', [entityId]);
