import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { type Role, roleSchema } from '@linescope/contract/roles';
import { z } from 'zod';

const userRow = z.object({
  id: z.number(),
  email: z.string(),
  userName: z.string(),
  fullName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
});
export type User = z.infer<typeof userRow>;

const memberRow = userRow.extend({ role: roleSchema });
export type Member = z.infer<typeof memberRow>;

const COLUMNS = `users.id, users.email, users.user_name AS "userName", users.full_name AS "fullName",
  users.avatar_url AS "avatarUrl"`;

/** How an entity names a member, by the tables `m` and `u`: by the name that was given in it, else by the address. */
export const MEMBER_NAMES = `coalesce(m.user_name, split_part(u.email, '@', 1)) AS "userName", m.full_name AS "fullName",
  m.avatar_url AS "avatarUrl"`;
const MEMBER_COLUMNS = `u.id, u.email, ${MEMBER_NAMES}, m.role`;

export const findUserByEmail = (db: Queryable, email: string): Promise<User | null> =>
  db.maybe(userRow, `SELECT ${COLUMNS} FROM users WHERE email = $1`, [email]);

export interface NewUser {
  email: string;
  userName: string;
  fullName: string | null;
  avatarUrl: string | null;
}

/** The user of the address; made from the rest where there is none yet. */
export const ensureUserRow = (db: Queryable, user: NewUser): Promise<User> =>
  db.one(
    userRow,
    `INSERT INTO users (email, user_name, full_name, avatar_url) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING ${COLUMNS}`,
    [user.email, user.userName, user.fullName, user.avatarUrl],
  );

export const listMembers = (db: Queryable, entityId: number): Promise<Member[]> =>
  db.many(
    memberRow,
    `SELECT ${MEMBER_COLUMNS} FROM memberships AS m JOIN users AS u ON u.id = m.user_id
     WHERE m.entity_id = $1 ORDER BY u.id`,
    [entityId],
  );

/** Members by user name, email or id. */
export const findMembers = (
  db: Queryable,
  entityId: number,
  identifiers: string[],
  userIds: number[],
): Promise<Member[]> =>
  db.many(
    memberRow,
    `SELECT ${MEMBER_COLUMNS} FROM memberships AS m JOIN users AS u ON u.id = m.user_id
     WHERE m.entity_id = $1
       AND (u.id = ANY($3) OR u.email = ANY($2) OR lower(coalesce(m.user_name, split_part(u.email, '@', 1))) = ANY($2))
     ORDER BY u.id`,
    [entityId, identifiers.map((identifier) => identifier.trim().toLowerCase()), userIds],
  );

const roleRow = z.object({ role: roleSchema });

export async function roleOf(db: Queryable, entityId: number, userId: number): Promise<Role | null> {
  const row = await db.maybe(roleRow, 'SELECT role FROM memberships WHERE entity_id = $1 AND user_id = $2 FOR UPDATE', [
    entityId,
    userId,
  ]);
  return row?.role ?? null;
}

export async function saveMembership(
  db: Queryable,
  entityId: number,
  userId: number,
  role: Role,
  names: Omit<NewUser, 'email'> | null = null,
): Promise<void> {
  await db.run(
    `INSERT INTO memberships (entity_id, user_id, role, user_name, full_name, avatar_url) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (entity_id, user_id) DO UPDATE SET role = excluded.role`,
    [entityId, userId, role, names?.userName ?? null, names?.fullName ?? null, names?.avatarUrl ?? null],
  );
}

/** The user as this entity names them. */
export const memberOf = (db: Queryable, entityId: number, userId: number): Promise<Member> =>
  db.one(
    memberRow,
    `SELECT ${MEMBER_COLUMNS} FROM memberships AS m JOIN users AS u ON u.id = m.user_id WHERE m.entity_id = $1 AND u.id = $2`,
    [entityId, userId],
  );

const membershipRow = z.object({ entityId: z.number(), entitySlug: z.string(), userId: z.number() });

/** The entities that have a member of this address. */
export const listMembershipsOf = (db: Queryable, email: string): Promise<z.infer<typeof membershipRow>[]> =>
  db.many(
    membershipRow,
    `SELECT e.id AS "entityId", e.slug AS "entitySlug", u.id AS "userId"
     FROM users AS u JOIN memberships AS m ON m.user_id = u.id JOIN entities AS e ON e.id = m.entity_id AND e.status = 'active'
     WHERE u.email = $1 ORDER BY e.id`,
    [email],
  );
