import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const unreadPart = z.object({
  part: z.string(),
  id: z.string().nullable(),
  error_em: z.string(),
  error_detail: z.string(),
});
export type UnreadPart = z.infer<typeof unreadPart>;

const trackerRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  endpoint_url: z.string(),
  email: z.string().nullable(),
  sealed_token: z.string(),
  board_ids: z.array(z.string()),
  created_at: z.date(),
  version: z.number(),
  last_read_at: z.date().nullable(),
  last_error_em: z.string().nullable(),
  last_error_detail: z.string().nullable(),
  unread_parts: z.array(unreadPart),
});
export type TrackerRecord = z.infer<typeof trackerRow>;

export const findTracker = (db: Queryable, entityId: number): Promise<TrackerRecord | null> =>
  db.maybe(trackerRow, 'SELECT * FROM trackers WHERE entity_id = $1', [entityId]);

export const listTrackers = (db: Queryable, entityId: number | null): Promise<TrackerRecord[]> =>
  db.many(trackerRow, 'SELECT * FROM trackers WHERE $1::bigint IS NULL OR entity_id = $1 ORDER BY id', [entityId]);

const idRow = z.object({ id: z.number() });

/**
 * The id and the new version of an entity's tracker, made where it has none; the token is sealed to it afterwards. What stood in the
 * way of reading it no longer counts, and when another site was read says nothing of this one.
 */
export function keepTracker(
  tx: Transaction,
  entityId: number,
  { endpointUrl, email, boardIds }: { endpointUrl: string; email: string | null; boardIds: readonly string[] },
): Promise<{ id: number; version: number }> {
  return tx.one(
    trackerRow.pick({ id: true, version: true }),
    `INSERT INTO trackers AS t (entity_id, endpoint_url, email, sealed_token, board_ids, version)
     VALUES ($1, $2, $3, '', $4, nextval('tracker_versions'))
     ON CONFLICT (entity_id) DO UPDATE SET endpoint_url = excluded.endpoint_url, email = excluded.email,
       board_ids = excluded.board_ids, version = nextval('tracker_versions'), last_error_em = NULL, last_error_detail = NULL,
       unread_parts = '[]', last_read_at = CASE WHEN t.endpoint_url = excluded.endpoint_url THEN t.last_read_at END
     RETURNING id, version`,
    [entityId, endpointUrl, email, boardIds],
  );
}

export const saveTrackerToken = (tx: Transaction, id: number, sealedToken: string): Promise<number> =>
  tx.run('UPDATE trackers SET sealed_token = $2 WHERE id = $1', [id, sealedToken]);

/** Nobody reads more of them, and it is the tracker that says how many projects it has. */
const MAX_UNREAD_PARTS = 100;

/** How the tracker was read; what is said of an older version of it is dropped. Repeats are harmless. */
export const noteTrackerReading = (
  db: Queryable,
  entityId: number,
  reading: {
    version: number;
    readAt: Date | null;
    error: { em: string; detail: string } | null;
    unreadParts: UnreadPart[];
  },
): Promise<number> =>
  db.run(
    `UPDATE trackers SET last_read_at = greatest(last_read_at, $3), last_error_em = $4, last_error_detail = $5,
       unread_parts = $6::jsonb
     WHERE entity_id = $1 AND $2::bigint IN (0, version)`,
    [
      entityId,
      reading.version,
      reading.readAt,
      reading.error?.em ?? null,
      reading.error?.detail.slice(0, 500) ?? null,
      JSON.stringify(reading.unreadParts.slice(0, MAX_UNREAD_PARTS).map(shortened)),
    ],
  );

const shortened = (part: UnreadPart): UnreadPart => ({
  ...part,
  id: part.id === null ? null : storable(part.id, 200),
  error_detail: storable(part.error_detail, 500),
});

/** What a tracker says may hold what JSON in Postgres cannot: zero bytes, and halves of characters, as where it is cut. */
const storable = (text: string, length: number): string => text.replaceAll('\0', '').slice(0, length).toWellFormed();

export const deleteTracker = (tx: Transaction, entityId: number): Promise<number> =>
  tx.run('DELETE FROM trackers WHERE entity_id = $1', [entityId]);

export const nextTrackerVersion = async (tx: Transaction): Promise<number> =>
  (await tx.one(idRow, `SELECT nextval('tracker_versions') AS id`)).id;
