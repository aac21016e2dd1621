import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const linkRow = z.object({ entityId: z.number(), userId: z.number(), mustConfirm: z.boolean(), email: z.string() });
export type SignInLink = z.infer<typeof linkRow>;

/** How long a link is worth a sign-in. */
export const LINK_MINUTES = 10;

export interface NewLink {
  sha256: string;
  entityId: number;
  userId: number;
  mustConfirm: boolean;
}

export async function insertLink(db: Queryable, link: NewLink): Promise<void> {
  await db.run(
    `INSERT INTO sign_in_links (sha256, entity_id, user_id, must_confirm, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    [link.sha256, link.entityId, link.userId, link.mustConfirm, LINK_MINUTES],
  );
}

const LIVE = `FROM sign_in_links AS l
  JOIN entities AS e ON e.id = l.entity_id AND e.status = 'active'
  JOIN users AS u ON u.id = l.user_id
  WHERE l.sha256 = $1 AND l.expires_at > now()`;
const COLUMNS = `l.entity_id AS "entityId", l.user_id AS "userId", l.must_confirm AS "mustConfirm", u.email`;

export const findLink = (db: Queryable, sha256: string): Promise<SignInLink | null> =>
  db.maybe(linkRow, `SELECT ${COLUMNS} ${LIVE}`, [sha256]);

/** A link is worth one sign-in: of two who follow it at once, one finds it gone. */
export async function takeLink(tx: Transaction, sha256: string): Promise<SignInLink | null> {
  const link = await tx.maybe(linkRow, `SELECT ${COLUMNS} ${LIVE} FOR UPDATE OF l`, [sha256]);
  if (link) await tx.run('DELETE FROM sign_in_links WHERE sha256 = $1', [sha256]);
  return link;
}

const countRow = z.object({ count: z.number() });

/** Links of the last ten minutes, so that nobody's mailbox can be filled. */
export const countLinksOf = async (db: Queryable, userId: number): Promise<number> =>
  (
    await db.one(countRow, 'SELECT count(*) AS count FROM sign_in_links WHERE user_id = $1 AND expires_at > now()', [
      userId,
    ])
  ).count;
