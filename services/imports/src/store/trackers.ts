import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { Fact } from '@linescope/providers/facts';
import { z } from 'zod';
import { factOf } from './provider-state.ts';

const trackerRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  endpoint_url: z.string(),
  email: z.string().nullable(),
  sealed_token: z.string(),
  board_ids: z.array(z.string()),
  last_read_at: z.date().nullable(),
  last_error_em: z.string().nullable(),
  version: z.number(),
});
export type TrackerRow = z.infer<typeof trackerRow>;

export const trackerContext = (entityId: number): string => `tracker:${entityId}`;

/** An entity has one tracker; given again, it is replaced and read at once. */
export const putTracker = (
  db: Queryable,
  entityId: number,
  tracker: {
    endpointUrl: string;
    email: string | null;
    sealedToken: string;
    boardIds: readonly string[];
    version: number;
  },
): Promise<number> =>
  db.run(
    `INSERT INTO tracker_connections (entity_id, endpoint_url, email, sealed_token, board_ids, version)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (entity_id) DO UPDATE SET endpoint_url = excluded.endpoint_url, email = excluded.email,
       sealed_token = excluded.sealed_token, board_ids = excluded.board_ids, version = excluded.version, next_at = now(),
       last_error_em = NULL`,
    [entityId, tracker.endpointUrl, tracker.email, tracker.sealedToken, tracker.boardIds, tracker.version],
  );

export const removeTracker = (db: Queryable, entityId: number): Promise<number> =>
  db.run('DELETE FROM tracker_connections WHERE entity_id = $1', [entityId]);

/** One that is due, for this caller alone until the turn falls back. */
export const takeDueTracker = (db: Queryable, turnSeconds: number): Promise<TrackerRow | null> =>
  db.maybe(
    trackerRow,
    `UPDATE tracker_connections SET next_at = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM tracker_connections WHERE next_at <= now() ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING *`,
    [turnSeconds],
  );

/** False: the tracker was removed or set again meanwhile, and is due as it is now. */
export const endTrackerTurn = async (
  db: Queryable,
  { id, version }: Pick<TrackerRow, 'id' | 'version'>,
  nextAt: Date,
  errorEm: string | null,
): Promise<boolean> =>
  (await db.run(
    `UPDATE tracker_connections SET next_at = $3, last_error_em = $4,
       last_read_at = CASE WHEN $4::text IS NULL THEN now() ELSE last_read_at END WHERE id = $1 AND version = $2`,
    [id, version, nextAt, errorEm],
  )) > 0;

const sealedRow = z.object({ id: z.number(), entity_id: z.number(), sealed_token: z.string() });

/** Held until the transaction ends: a tracker given anew meanwhile must not be written over. */
export const lockTrackerTokens = (tx: Transaction) =>
  tx.many(sealedRow, 'SELECT id, entity_id, sealed_token FROM tracker_connections ORDER BY id FOR UPDATE', []);

export const saveTrackerToken = (tx: Transaction, id: number, sealed: string): Promise<number> =>
  tx.run('UPDATE tracker_connections SET sealed_token = $2 WHERE id = $1', [id, sealed]);

const factRow = z.object({ fact: z.string() });

/** The provider state of a tracker's sprints and issues. */
export async function trackerFacts(db: Queryable, entityId: number): Promise<Fact[]> {
  const rows = await db.many(
    factRow,
    `SELECT fact FROM provider_state WHERE entity_id = $1 AND repo_id = 0 AND kind IN ('sprint', 'issue')`,
    [entityId],
  );
  return rows.map((row) => factOf(row.fact));
}
