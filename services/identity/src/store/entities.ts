import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { type EntitySettings, entitySettingsSchema } from '@linescope/contract/entity-settings';
import { z } from 'zod';

export const entityRow = z.object({
  id: z.number(),
  slug: z.string(),
  settings: entitySettingsSchema,
  status: z.enum(['active', 'offboarding']),
  version: z.number(),
  created_at: z.date(),
});
export type Entity = z.infer<typeof entityRow>;

const COLUMNS = 'id, slug, settings, status, version, created_at';

export const findEntity = (db: Queryable, slug: string): Promise<Entity | null> =>
  db.maybe(entityRow, `SELECT ${COLUMNS} FROM entities WHERE slug = $1`, [slug]);

export const findEntityById = (db: Queryable, id: number): Promise<Entity | null> =>
  db.maybe(entityRow, `SELECT ${COLUMNS} FROM entities WHERE id = $1`, [id]);

export const findEntityMadeFor = (db: Queryable, userId: number): Promise<Entity | null> =>
  db.maybe(entityRow, `SELECT ${COLUMNS} FROM entities WHERE made_for_user_id = $1`, [userId]);

/** Holds the row until the transaction ends, so that two changes follow each other. */
export const lockEntity = (db: Queryable, slug: string): Promise<Entity | null> =>
  db.maybe(entityRow, `SELECT ${COLUMNS} FROM entities WHERE slug = $1 FOR UPDATE`, [slug]);

export const listEntities = (db: Queryable): Promise<Entity[]> =>
  db.many(entityRow, `SELECT ${COLUMNS} FROM entities ORDER BY id`);

/** Null where the slug is taken. */
export const insertEntity = (db: Queryable, slug: string, madeForUserId: number | null): Promise<Entity | null> =>
  db.maybe(
    entityRow,
    `INSERT INTO entities (slug, made_for_user_id) VALUES ($1, $2)
     ON CONFLICT (slug) DO NOTHING RETURNING ${COLUMNS}`,
    [slug, madeForUserId],
  );

export const saveSettings = (db: Queryable, id: number, settings: EntitySettings): Promise<Entity> =>
  db.one(entityRow, `UPDATE entities SET settings = $2, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`, [
    id,
    JSON.stringify(settings),
  ]);

/** Whether an entity that is not leaving names the origin. */
export const isOriginNamed = async (db: Queryable, origin: string): Promise<boolean> =>
  (
    await db.one(
      z.object({ named: z.boolean() }),
      `SELECT EXISTS (SELECT FROM entities WHERE status = 'active' AND settings -> 'allowed_origins' ? $1) AS named`,
      [origin],
    )
  ).named;
