import { readSqlPage, type SqlPage } from '@linescope/chassis/lists/sql-page';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { PageRequest } from '@linescope/contract/pages';
import { roleSchema } from '@linescope/contract/roles';
import { type Scope, scopeSchema } from '@linescope/contract/scopes';
import { z } from 'zod';

const introspectionRow = z.object({
  tokenId: z.number(),
  entityId: z.number(),
  entitySlug: z.string(),
  userId: z.number(),
  role: roleSchema,
  rateLimitPerMinute: z.number().nullable(),
  expiresAt: z.date().nullable(),
  scopes: z.array(scopeSchema).nullable(),
  allowedOrigins: z.array(z.string()),
  usedLately: z.boolean(),
});
export type Introspection = z.infer<typeof introspectionRow>;

/** Who a token is, now: one query, by the unique index on the hash and three primary keys. */
export const introspectToken = (db: Queryable, sha256: string): Promise<Introspection | null> =>
  db.maybe(
    introspectionRow,
    `SELECT t.id AS "tokenId", t.entity_id AS "entityId", e.slug AS "entitySlug", t.user_id AS "userId", m.role,
       t.rate_limit_per_minute AS "rateLimitPerMinute", t.expires_at AS "expiresAt", t.scopes,
       coalesce(e.settings -> 'allowed_origins', '[]') AS "allowedOrigins",
       coalesce(t.last_used_at > now() - interval '5 minutes', false) AS "usedLately"
     FROM api_tokens AS t
     JOIN entities AS e ON e.id = t.entity_id AND e.status = 'active'
     JOIN memberships AS m ON m.entity_id = t.entity_id AND m.user_id = t.user_id
     WHERE t.sha256 = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`,
    [sha256],
  );

/** A session in use lives on: twelve hours from now, at most seven days in all, and no longer than the token it began with. */
export const markUsed = (db: Queryable, id: number): Promise<number> =>
  db.run(
    `UPDATE api_tokens AS t SET last_used_at = now(),
       expires_at = CASE WHEN kind = 'session' THEN least(created_at + interval '7 days', now() + interval '12 hours',
         (SELECT expires_at FROM api_tokens WHERE id = t.started_with)) ELSE expires_at END
     WHERE id = $1`,
    [id],
  );

const tokenRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  user_id: z.number(),
  name: z.string(),
  prefix: z.string(),
  sha256: z.string(),
  rate_limit_per_minute: z.number().nullable(),
  created_at: z.date(),
  expires_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
  scopes: z.array(scopeSchema).nullable(),
  last_used_at: z.date().nullable(),
  version: z.number(),
});
export type TokenRecord = z.infer<typeof tokenRow>;

const COLUMNS =
  'id, entity_id, user_id, name, prefix, sha256, rate_limit_per_minute, created_at, expires_at, revoked_at, scopes, last_used_at, version';

export interface TokenFields {
  entityId: number;
  userId: number;
  name: string;
  prefix: string;
  sha256: string;
  expiresAt: Date | null;
  rateLimitPerMinute: number | null;
  scopes: readonly Scope[] | null;
}

export const insertToken = (db: Queryable, token: TokenFields): Promise<TokenRecord> =>
  db.one(
    tokenRow,
    `INSERT INTO api_tokens (entity_id, user_id, name, prefix, sha256, expires_at, rate_limit_per_minute, scopes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
    [
      token.entityId,
      token.userId,
      token.name,
      token.prefix,
      token.sha256,
      token.expiresAt,
      token.rateLimitPerMinute,
      token.scopes,
    ],
  );

export const listTokens = (db: Queryable, entityId: number): Promise<TokenRecord[]> =>
  db.many(tokenRow, `SELECT ${COLUMNS} FROM api_tokens WHERE entity_id = $1 AND kind = 'token' ORDER BY id`, [
    entityId,
  ]);

/** The token and the sessions that were started with it; none where there is no such token, or it was revoked before. */
export const markRevoked = (db: Queryable, id: number): Promise<TokenRecord[]> =>
  db.many(
    tokenRow,
    `UPDATE api_tokens SET revoked_at = now(), version = version + 1
     WHERE (id = $1 OR started_with = $1) AND revoked_at IS NULL RETURNING ${COLUMNS}`,
    [id],
  );

export const markAllRevoked = (db: Queryable, entityId: number): Promise<TokenRecord[]> =>
  db.many(
    tokenRow,
    `UPDATE api_tokens SET revoked_at = now(), version = version + 1
     WHERE entity_id = $1 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
    [entityId],
  );

export const markRevokedOf = (db: Queryable, entityId: number, userId: number): Promise<TokenRecord[]> =>
  db.many(
    tokenRow,
    `UPDATE api_tokens SET revoked_at = now(), version = version + 1
     WHERE entity_id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
    [entityId, userId],
  );

export const saveRateLimit = (db: Queryable, id: number, perMinute: number | null): Promise<TokenRecord | null> =>
  db.maybe(
    tokenRow,
    `UPDATE api_tokens SET rate_limit_per_minute = $2, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, perMinute],
  );

/** The live tokens of a member, each a version further, since what they may do has changed. Sessions end: people sign in again. */
export const touchTokensOf = (db: Queryable, entityId: number, userId: number): Promise<TokenRecord[]> =>
  db.many(
    tokenRow,
    `UPDATE api_tokens SET version = version + 1, revoked_at = CASE WHEN kind = 'session' THEN now() END
     WHERE entity_id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
    [entityId, userId],
  );

export const findLiveTokenNamed = (
  db: Queryable,
  entityId: number,
  userId: number,
  name: string,
): Promise<TokenRecord | null> =>
  db.maybe(
    tokenRow,
    `SELECT ${COLUMNS} FROM api_tokens
     WHERE entity_id = $1 AND user_id = $2 AND name = $3 AND kind = 'token' AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > now())
     ORDER BY id DESC LIMIT 1`,
    [entityId, userId, name],
  );

const listedRow = tokenRow.extend({ email: z.string(), user_name: z.string() });
export type ListedToken = z.infer<typeof listedRow>;

const LISTED = `SELECT ${COLUMNS.split(', ')
  .map((column) => `t.${column}`)
  .join(', ')}, u.email, coalesce(m.user_name, split_part(u.email, '@', 1)) AS user_name
     FROM api_tokens AS t JOIN users AS u ON u.id = t.user_id
     LEFT JOIN memberships AS m ON m.entity_id = t.entity_id AND m.user_id = t.user_id`;

export const findListedToken = (db: Queryable, id: number): Promise<ListedToken | null> =>
  db.maybe(listedRow, `${LISTED} WHERE t.id = $1 AND t.kind = 'token'`, [id]);

/** The newest first; of one user, or of all. */
export async function pageOfTokens(
  db: Queryable,
  { entityId, userId }: { entityId: number; userId: number | null },
  request: PageRequest,
): Promise<SqlPage & { tokens: ListedToken[] }> {
  const page = await readSqlPage(
    db,
    {
      from: 'api_tokens AS t',
      where: `t.entity_id = $1 AND t.kind = 'token' AND ($2::bigint IS NULL OR t.user_id = $2)`,
      params: [entityId, userId],
      order: [['t.id', 'bigint']],
      descending: true,
    },
    request,
  );
  const tokens = await db.many(listedRow, `${LISTED} WHERE t.id = ANY($1) ORDER BY t.id DESC`, [page.ids]);
  return { ...page, tokens };
}

const ownRow = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(scopeSchema).nullable(),
  expiresAt: z.date().nullable(),
  userId: z.number(),
  email: z.string(),
  userName: z.string(),
});

/** The token or session of a caller, and whose it is. */
export const findOwnToken = (db: Queryable, id: number): Promise<z.infer<typeof ownRow> | null> =>
  db.maybe(
    ownRow,
    `SELECT t.id, t.name, t.scopes, t.expires_at AS "expiresAt", u.id AS "userId", u.email,
       coalesce(m.user_name, split_part(u.email, '@', 1)) AS "userName"
     FROM api_tokens AS t JOIN users AS u ON u.id = t.user_id
     LEFT JOIN memberships AS m ON m.entity_id = t.entity_id AND m.user_id = t.user_id
     WHERE t.id = $1`,
    [id],
  );

export const findToken = (db: Queryable, id: number): Promise<TokenRecord | null> =>
  db.maybe(tokenRow, `SELECT ${COLUMNS} FROM api_tokens WHERE id = $1 AND kind = 'token'`, [id]);
