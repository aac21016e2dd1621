import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

export const stampRow = z.object({
  stamp: z.number(),
  copies: z.number(),
  commits: z.number(),
  is_rolled_up: z.boolean(),
  /** When days were last summed up, in seconds: sums that were made anew have another. */
  rolled_at: z.number().nullable(),
  /** AI usage comes from the tools themselves too. */
  has_telemetry: z.boolean(),
  /** The evidence of lines is derived from all that is stored. */
  is_evidence_current: z.boolean(),
});
/**
 * `stamp` grows with every row stored for the entity, `copies` with committers, teams and time off, `commits` with commits. Rolled up:
 * the daily sums of its commits stand for just these.
 */
export type Stamp = z.infer<typeof stampRow>;

/** Called after the rows are in ClickHouse and before the message is acknowledged: whoever reads the new stamp sees the rows. */
export const bumpStamp = (postgres: Postgres, entityId: number, what: 'rows' | 'copies' | 'commits' = 'copies') =>
  postgres.run(
    `INSERT INTO fact_stamps (entity_id, stamp, copies, commits, stored_at) VALUES ($1, 1, $2, $3, clock_timestamp())
     ON CONFLICT (entity_id) DO UPDATE SET stamp = fact_stamps.stamp + 1, copies = fact_stamps.copies + $2, commits = fact_stamps.commits + $3,
       stored_at = excluded.stored_at`,
    [entityId, what === 'copies' ? 1 : 0, what === 'commits' ? 1 : 0],
  );

/** Of `fact_stamps f LEFT JOIN rollups r`. */
export const STAMP_COLUMNS = `f.stamp, f.copies, f.commits,
       f.commits > 0 AND coalesce(r.commits = f.commits AND r.copies = f.copies, false) AS is_rolled_up,
       extract(epoch FROM r.rolled_at)::float8 AS rolled_at,
       EXISTS (SELECT FROM telemetry_receipts t WHERE t.entity_id = f.entity_id) AS has_telemetry,
       NOT EXISTS (SELECT FROM stale_evidence e WHERE e.entity_id = f.entity_id) AS is_evidence_current`;

const READ_STAMP = {
  name: 'read_stamp',
  text: `SELECT ${STAMP_COLUMNS} FROM fact_stamps f LEFT JOIN rollups r USING (entity_id) WHERE f.entity_id = $1`,
};

/** Of an entity that no row was stored for. */
export const NO_STAMP: Stamp = {
  stamp: 0,
  copies: 0,
  commits: 0,
  is_rolled_up: false,
  rolled_at: null,
  has_telemetry: false,
  is_evidence_current: true,
};

/** Read before the query runs, so that a result is never cached under a stamp newer than its rows. */
export const readStamp = async (postgres: Postgres, entityId: number): Promise<Stamp> =>
  (await postgres.maybe(stampRow, READ_STAMP, [entityId])) ?? NO_STAMP;
