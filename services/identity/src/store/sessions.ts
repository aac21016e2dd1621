import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { roleSchema } from '@linescope/contract/roles';
import { z } from 'zod';
import { MEMBER_NAMES } from './users.ts';

/** Who is signed in, as the console shows it. */
const sessionRow = z.object({
  id: z.number(),
  entityId: z.number(),
  entitySlug: z.string(),
  timeZone: z.string(),
  userId: z.number(),
  email: z.string(),
  userName: z.string(),
  fullName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  role: roleSchema,
  expiresAt: z.date().nullable(),
});
export type Session = z.infer<typeof sessionRow>;

/** A live session, or a live API token, by its hash. */
export const findSession = (db: Queryable, sha256: string): Promise<Session | null> =>
  db.maybe(
    sessionRow,
    `SELECT t.id, t.entity_id AS "entityId", e.slug AS "entitySlug", coalesce(e.settings->>'time_zone', 'UTC') AS "timeZone",
       t.user_id AS "userId", u.email, ${MEMBER_NAMES},
       m.role, t.expires_at AS "expiresAt"
     FROM api_tokens AS t
     JOIN entities AS e ON e.id = t.entity_id AND e.status = 'active'
     JOIN memberships AS m ON m.entity_id = t.entity_id AND m.user_id = t.user_id
     JOIN users AS u ON u.id = t.user_id
     WHERE t.sha256 = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`,
    [sha256],
  );

export interface NewSessionRow {
  entityId: number;
  userId: number;
  /** How the person signed in. */
  name: string;
  prefix: string;
  sha256: string;
  startedWith: number | null;
}

const idRow = z.object({ id: z.number() });

export const insertSession = async (db: Queryable, session: NewSessionRow): Promise<number> =>
  (
    await db.one(
      idRow,
      `INSERT INTO api_tokens (entity_id, user_id, name, prefix, sha256, kind, started_with, last_used_at, scopes, expires_at)
       SELECT $1, $2, $3, $4, $5, 'session', $6::bigint, now(),
         (SELECT scopes FROM api_tokens WHERE id = $6::bigint),
         least(now() + interval '12 hours', (SELECT expires_at FROM api_tokens WHERE id = $6::bigint))
       RETURNING id`,
      [session.entityId, session.userId, session.name, session.prefix, session.sha256, session.startedWith],
    )
  ).id;

/** Sessions that ended a month ago, links and sign-ins that nobody finished. */
export async function deleteEnded(db: Queryable): Promise<void> {
  await db.run(
    `DELETE FROM api_tokens WHERE kind = 'session'
       AND (expires_at < now() - interval '30 days' OR revoked_at < now() - interval '30 days')`,
  );
  await db.run(`DELETE FROM sign_in_links WHERE expires_at < now() - interval '1 day'`);
  await db.run('DELETE FROM oidc_sign_ins WHERE expires_at < now()');
}
