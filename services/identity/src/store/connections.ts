import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { GIT_PROVIDERS } from '@linescope/contract/vendors';
import { z } from 'zod';
import { serverAddress } from '../domain/code-host-access.ts';

/** What the host said the token can see, when it was verified. */
export const hostOrganizationSchema = z.object({
  hostId: z.string(),
  path: z.string(),
  slug: z.string(),
  name: z.string(),
  personal: z.boolean(),
});
export type CachedOrganization = z.infer<typeof hostOrganizationSchema>;

const connectionRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  user_id: z.number(),
  git_provider_em: z.enum(GIT_PROVIDERS),
  sealed_token: z.string(),
  sealed_webhook_secret: z.string(),
  endpoint_url: z.string(),
  devops_organization_name: z.string(),
  devops_tenant_id: z.string().nullable(),
  host_user_name: z.string(),
  host_email: z.string().nullable(),
  expires_at: z.date().nullable(),
  status_em: z.enum(['connection_valid', 'connection_invalid', 'connection_quota_exceeded']),
  last_error_detail: z.string().nullable(),
  organizations: z.array(hostOrganizationSchema),
  repos_cached_at: z.date().nullable(),
  version: z.number(),
  created_at: z.date(),
});
export type ConnectionRecord = z.infer<typeof connectionRow>;

const COLUMNS = `c.id, c.entity_id, c.user_id, c.git_provider_em, c.sealed_token, c.sealed_webhook_secret, c.endpoint_url,
  c.devops_organization_name, c.devops_tenant_id, c.host_user_name, c.host_email, c.expires_at, c.status_em,
  c.last_error_detail, c.organizations, c.repos_cached_at, c.version, c.created_at`;

const idRow = z.object({ id: z.number() });

export async function nextConnectionId(db: Queryable): Promise<number> {
  return (await db.one(idRow, `SELECT nextval(pg_get_serial_sequence('connections', 'id')) AS id`)).id;
}

export interface ConnectionKey {
  entityId: number;
  gitProviderEm: string;
  endpointUrl: string;
  devopsOrganizationName: string;
  hostUserId: string;
}

/** An entity's connections to a host. */
export const connectionsAt = (db: Queryable, entityId: number, gitProviderEm: string): Promise<ConnectionRecord[]> =>
  db.many(
    connectionRow,
    `SELECT ${COLUMNS} FROM connections c WHERE c.entity_id = $1 AND c.git_provider_em = $2 ORDER BY c.id`,
    [entityId, gitProviderEm],
  );

/** The connection of the same account at the same host. Until the transaction ends no other can be added to the entity. */
export async function lockConnectionOf(db: Queryable, key: ConnectionKey): Promise<number | null> {
  await db.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`connect:${key.entityId}`]);
  const row = await db.maybe(
    idRow,
    `SELECT id FROM connections
     WHERE entity_id = $1 AND git_provider_em = $2 AND regexp_replace(endpoint_url, '/api/v3$', '') = $3
       AND devops_organization_name = $4 AND host_user_id = $5
     ORDER BY endpoint_url = $6 DESC, id LIMIT 1
     FOR UPDATE`,
    [
      key.entityId,
      key.gitProviderEm,
      serverAddress(key.endpointUrl),
      key.devopsOrganizationName,
      key.hostUserId,
      key.endpointUrl,
    ],
  );
  return row?.id ?? null;
}

export interface ConnectionFields extends ConnectionKey {
  id: number;
  userId: number;
  sealedToken: string;
  sealedWebhookSecret: string;
  devopsTenantId: string | null;
  hostUserName: string;
  hostEmail: string | null;
  expiresAt: Date | null;
  organizations: CachedOrganization[];
}

/** Adds the connection, or gives the same account's connection its new token. Returns its version. */
export async function saveConnection(db: Queryable, fields: ConnectionFields): Promise<number> {
  const { version } = await db.one(
    z.object({ version: z.number() }),
    `INSERT INTO connections AS c (id, entity_id, user_id, git_provider_em, sealed_token, sealed_webhook_secret,
       endpoint_url, devops_organization_name, devops_tenant_id, host_user_id, host_user_name, host_email, expires_at,
       organizations)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (id) DO UPDATE SET
       user_id = excluded.user_id, sealed_token = excluded.sealed_token, devops_tenant_id = excluded.devops_tenant_id,
       host_user_name = excluded.host_user_name, host_email = excluded.host_email, expires_at = excluded.expires_at,
       organizations = excluded.organizations, status_em = 'connection_valid', last_error_detail = NULL,
       version = c.version + 1, updated_at = now()
     RETURNING version`,
    [
      fields.id,
      fields.entityId,
      fields.userId,
      fields.gitProviderEm,
      fields.sealedToken,
      fields.sealedWebhookSecret,
      fields.endpointUrl,
      fields.devopsOrganizationName,
      fields.devopsTenantId,
      fields.hostUserId,
      fields.hostUserName,
      fields.hostEmail,
      fields.expiresAt,
      JSON.stringify(fields.organizations),
    ],
  );
  return version;
}

export const findConnection = (db: Queryable, id: number): Promise<ConnectionRecord | null> =>
  db.maybe(connectionRow, `SELECT ${COLUMNS} FROM connections AS c WHERE c.id = $1`, [id]);

export const listConnections = (db: Queryable, entityId: number): Promise<ConnectionRecord[]> =>
  db.many(connectionRow, `SELECT ${COLUMNS} FROM connections AS c WHERE c.entity_id = $1 ORDER BY c.id`, [entityId]);

export interface LoanWish {
  entityId: number;
  gitProviderEm: string | null;
  organizationSlug: string | null;
  repoSlug: string | null;
  connectionId: number | null;
}

const lendableRow = connectionRow.extend({ sees: z.boolean(), reaches: z.boolean() });

/**
 * Connections that work, of an entity that is not leaving. With a repo: those that are known to see it, else its organization. Where none
 * is, all, since what is known may be old and an access new. A connection's own id is enough to name it (entity 0).
 */
export async function findLendable(db: Queryable, wish: LoanWish): Promise<ConnectionRecord[]> {
  const connections = await db.many(
    lendableRow,
    `SELECT ${COLUMNS},
       ($3::text IS NULL
         OR c.repos_cached_at IS NULL
         OR EXISTS (SELECT 1 FROM jsonb_to_recordset(c.organizations) AS o(slug text) WHERE lower(o.slug) = lower($3))
         OR EXISTS (SELECT 1 FROM connection_repos AS r
                    WHERE r.connection_id = c.id AND lower(r.organization_slug) = lower($3))) AS sees,
       EXISTS (SELECT 1 FROM connection_repos AS r WHERE r.connection_id = c.id
               AND lower(r.organization_slug) = lower($3) AND lower(r.slug) = lower($5)) AS reaches
     FROM connections AS c JOIN entities ON entities.id = c.entity_id AND entities.status = 'active'
     WHERE (c.entity_id = $1 OR ($1 = 0 AND c.id = $4))
       AND ($2::text IS NULL OR c.git_provider_em = $2)
       AND ($4::bigint IS NULL OR c.id = $4)
       AND c.status_em <> 'connection_invalid'
       AND (c.expires_at IS NULL OR c.expires_at > now())
     ORDER BY c.id`,
    [wish.entityId, wish.gitProviderEm, wish.organizationSlug, wish.connectionId, wish.repoSlug],
  );
  const known = [connections.filter(({ reaches }) => reaches), connections.filter(({ sees }) => sees)];
  return known.find((some) => some.length > 0) ?? connections;
}

const dueRow = connectionRow.pick({ id: true, entity_id: true, user_id: true, git_provider_em: true, version: true });

/** Usable ones whose repos were read longer ago than this; they are not due again before another such time. */
export const takeDueConnections = (db: Queryable, hours: number, limit: number): Promise<z.infer<typeof dueRow>[]> =>
  db.many(
    dueRow,
    `UPDATE connections SET repos_cached_at = now()
     WHERE id IN (
       SELECT c.id FROM connections AS c JOIN entities ON entities.id = c.entity_id AND entities.status = 'active'
       WHERE c.repos_cached_at < now() - make_interval(hours => $1) AND c.status_em <> 'connection_invalid'
         AND (c.expires_at IS NULL OR c.expires_at > now())
       ORDER BY c.repos_cached_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED)
     RETURNING id, entity_id, user_id, git_provider_em, version`,
    [hours, limit],
  );

const dueIdRow = connectionRow.pick({ id: true });

/** Those whose token was refused longer ago than this, and may not have ended; they are not due again before another such time. */
export const takeRefusedConnections = (db: Queryable, hours: number, limit: number): Promise<{ id: number }[]> =>
  db.many(
    dueIdRow,
    `UPDATE connections SET last_error_at = now()
     WHERE id IN (
       SELECT c.id FROM connections AS c JOIN entities ON entities.id = c.entity_id AND entities.status = 'active'
       WHERE c.status_em = 'connection_invalid' AND c.last_error_at < now() - make_interval(hours => $1)
         AND (c.expires_at IS NULL OR c.expires_at > now())
       ORDER BY c.last_error_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED)
     RETURNING id`,
    [hours, limit],
  );

export async function noteConnectionStatus(
  db: Queryable,
  id: number,
  statusEm: ConnectionRecord['status_em'],
  detail: string,
): Promise<void> {
  await db.run(
    `UPDATE connections SET status_em = $2, updated_at = now(),
       last_error_detail = CASE WHEN $2 = 'connection_valid' THEN NULL ELSE $3 END,
       last_error_at = CASE WHEN $2 = 'connection_valid' THEN last_error_at ELSE now() END,
       last_quota_exceeded_at = CASE WHEN $2 = 'connection_quota_exceeded' THEN now() ELSE last_quota_exceeded_at END
     WHERE id = $1`,
    [id, statusEm, detail.slice(0, 500)],
  );
}

/** What its host shows it now. */
export const saveOrganizations = (db: Queryable, id: number, organizations: CachedOrganization[]): Promise<number> =>
  db.run('UPDATE connections SET organizations = $2, updated_at = now() WHERE id = $1', [
    id,
    JSON.stringify(organizations),
  ]);

export const saveWebhookSecret = (db: Queryable, id: number, sealed: string): Promise<number> =>
  db.run('UPDATE connections SET sealed_webhook_secret = $2, updated_at = now() WHERE id = $1', [id, sealed]);

/** The newest connection of the account goes to the host's new address; older ones, which it replaces, go. */
export async function moveConnections(
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  hostUserId: string,
  endpointUrl: string,
): Promise<void> {
  const rows = await db.many(
    idRow,
    `SELECT id FROM connections WHERE entity_id = $1 AND git_provider_em = $2 AND host_user_id = $3
     ORDER BY id DESC FOR UPDATE`,
    [entityId, gitProviderEm, hostUserId],
  );
  const [newest, ...older] = rows.map((row) => row.id);
  await db.run('DELETE FROM connections WHERE id = ANY($1)', [older]);
  await db.run('UPDATE connections SET endpoint_url = $2 WHERE id = $1', [newest, endpointUrl]);
}

export const deleteConnection = (db: Queryable, id: number): Promise<number> =>
  db.run('DELETE FROM connections WHERE id = $1', [id]);
