import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const trackerRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  endpoint_url: z.string(),
  email: z.string().nullable(),
  sealed_token: z.string(),
  board_ids: z.array(z.string()),
  created_at: z.date(),
});
export type TrackerRecord = z.infer<typeof trackerRow>;

export const findTracker = (db: Queryable, entityId: number): Promise<TrackerRecord | null> =>
  db.maybe(trackerRow, 'SELECT * FROM trackers WHERE entity_id = $1', [entityId]);

export const listTrackers = (db: Queryable, entityId: number | null): Promise<TrackerRecord[]> =>
  db.many(trackerRow, 'SELECT * FROM trackers WHERE $1::bigint IS NULL OR entity_id = $1 ORDER BY id', [entityId]);

const idRow = z.object({ id: z.number() });

/** The id of an entity's tracker, made where it has none; the token is sealed to it afterwards. */
export async function keepTracker(
  tx: Transaction,
  entityId: number,
  { endpointUrl, email, boardIds }: { endpointUrl: string; email: string | null; boardIds: readonly string[] },
): Promise<number> {
  const { id } = await tx.one(
    idRow,
    `INSERT INTO trackers (entity_id, endpoint_url, email, sealed_token, board_ids) VALUES ($1, $2, $3, '', $4)
     ON CONFLICT (entity_id) DO UPDATE SET endpoint_url = excluded.endpoint_url, email = excluded.email,
       board_ids = excluded.board_ids
     RETURNING id`,
    [entityId, endpointUrl, email, boardIds],
  );
  return id;
}

export const saveTrackerToken = (tx: Transaction, id: number, sealedToken: string): Promise<number> =>
  tx.run('UPDATE trackers SET sealed_token = $2 WHERE id = $1', [id, sealedToken]);

export const deleteTracker = (tx: Transaction, entityId: number): Promise<number> =>
  tx.run('DELETE FROM trackers WHERE entity_id = $1', [entityId]);

export const nextTrackerVersion = async (tx: Transaction): Promise<number> =>
  (await tx.one(idRow, `SELECT nextval('tracker_versions') AS id`)).id;
