import { readSqlPage, type SqlPage } from '@linescope/chassis/lists/sql-page';
import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { PageRequest } from '@linescope/contract/pages';
import { roleSchema } from '@linescope/contract/roles';
import { z } from 'zod';
import { MEMBER_NAMES } from './users.ts';

const memberRow = z.object({
  id: z.number(),
  email: z.string(),
  userName: z.string(),
  fullName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  role: roleSchema,
  memberSince: z.date(),
  lastSeenAt: z.date().nullable(),
});
export type ListedMember = z.infer<typeof memberRow>;

const SELECT = `SELECT u.id, u.email, ${MEMBER_NAMES}, m.role,
    m.created_at AS "memberSince",
    (SELECT max(t.last_used_at) FROM api_tokens AS t WHERE t.entity_id = m.entity_id AND t.user_id = u.id) AS "lastSeenAt"
  FROM memberships AS m JOIN users AS u ON u.id = m.user_id`;

const totalRow = z.object({ total: z.number() });

export async function pageOfMembers(
  db: Queryable,
  entityId: number,
  request: PageRequest,
): Promise<SqlPage & { members: ListedMember[] }> {
  const page = await readSqlPage(
    db,
    {
      from: 'memberships AS m JOIN users AS u ON u.id = m.user_id',
      where: 'm.entity_id = $1',
      params: [entityId],
      order: [
        ['lower(u.email)', 'text'],
        ['u.id', 'bigint'],
      ],
    },
    request,
  );
  const members = await db.many(
    memberRow,
    `${SELECT} WHERE m.entity_id = $1 AND u.id = ANY($2) ORDER BY lower(u.email), u.id`,
    [entityId, page.ids],
  );
  return { ...page, members };
}

export const findMember = (db: Queryable, entityId: number, userId: number): Promise<ListedMember | null> =>
  db.maybe(memberRow, `${SELECT} WHERE m.entity_id = $1 AND u.id = $2`, [entityId, userId]);

/** Admins of the entity besides this one. Their rows are held, so that two admins cannot remove each other at once. */
export const otherAdmins = async (tx: Transaction, entityId: number, userId: number): Promise<number> =>
  (
    await tx.many(
      z.object({ id: z.number() }),
      `SELECT user_id AS id FROM memberships
       WHERE entity_id = $1 AND role IN ('admin', 'super_admin') ORDER BY user_id FOR UPDATE`,
      [entityId],
    )
  ).filter(({ id }) => id !== userId).length;

export const countConnectionsOf = async (tx: Transaction, entityId: number, userId: number): Promise<number> =>
  (
    await tx.one(totalRow, 'SELECT count(*) AS total FROM connections WHERE entity_id = $1 AND user_id = $2', [
      entityId,
      userId,
    ])
  ).total;

/** A user who belongs to no other entity goes with the membership. */
export async function deleteMember(tx: Transaction, entityId: number, userId: number): Promise<void> {
  await tx.run('DELETE FROM memberships WHERE entity_id = $1 AND user_id = $2', [entityId, userId]);
  await tx.run('DELETE FROM users WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)', [
    userId,
  ]);
}
