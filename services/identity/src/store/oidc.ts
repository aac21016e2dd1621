import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const clientRow = z.object({
  id: z.number(),
  entityId: z.number(),
  issuer: z.string(),
  clientId: z.string(),
  sealedClientSecret: z.string(),
  allowedDomains: z.array(z.string()),
  createsMembers: z.boolean(),
});
export type OidcClient = z.infer<typeof clientRow>;

const COLUMNS = `c.id, c.entity_id AS "entityId", c.issuer, c.client_id AS "clientId",
  c.sealed_client_secret AS "sealedClientSecret", c.allowed_domains AS "allowedDomains",
  c.creates_members AS "createsMembers"`;

export const findOidcClient = (db: Queryable, entitySlug: string): Promise<OidcClient | null> =>
  db.maybe(
    clientRow,
    `SELECT ${COLUMNS} FROM oidc_clients AS c JOIN entities AS e ON e.id = c.entity_id AND e.status = 'active' WHERE e.slug = $1`,
    [entitySlug],
  );

export const findOidcClientOf = (db: Queryable, entityId: number): Promise<OidcClient | null> =>
  db.maybe(
    clientRow,
    `SELECT ${COLUMNS} FROM oidc_clients AS c JOIN entities AS e ON e.id = c.entity_id AND e.status = 'active' WHERE e.id = $1`,
    [entityId],
  );

export type OidcClientFields = Pick<
  OidcClient,
  'entityId' | 'issuer' | 'clientId' | 'allowedDomains' | 'createsMembers'
>;

const idRow = z.object({ id: z.number() });

/** The id of the entity's client, to which its secret is sealed afterwards. */
export const saveOidcClient = async (tx: Transaction, client: OidcClientFields): Promise<number> =>
  (
    await tx.one(
      idRow,
      `INSERT INTO oidc_clients (entity_id, issuer, client_id, sealed_client_secret, allowed_domains, creates_members)
       VALUES ($1, $2, $3, '', $4, $5)
       ON CONFLICT (entity_id) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id,
         allowed_domains = excluded.allowed_domains, creates_members = excluded.creates_members
       RETURNING id`,
      [client.entityId, client.issuer, client.clientId, client.allowedDomains, client.createsMembers],
    )
  ).id;

export const saveClientSecret = (tx: Transaction, id: number, sealed: string): Promise<number> =>
  tx.run('UPDATE oidc_clients SET sealed_client_secret = $2 WHERE id = $1', [id, sealed]);

export const deleteOidcClient = (tx: Transaction, entityId: number): Promise<number> =>
  tx.run('DELETE FROM oidc_clients WHERE entity_id = $1', [entityId]);

const signInRow = z.object({ entityId: z.number(), codeVerifier: z.string(), nonce: z.string(), returnTo: z.string() });
export type OidcSignIn = z.infer<typeof signInRow>;

export async function insertSignIn(db: Queryable, stateSha256: string, signIn: OidcSignIn): Promise<void> {
  await db.run(
    `INSERT INTO oidc_sign_ins (state_sha256, entity_id, code_verifier, nonce, return_to, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + interval '10 minutes')`,
    [stateSha256, signIn.entityId, signIn.codeVerifier, signIn.nonce, signIn.returnTo],
  );
}

/** A state is worth one return from the provider. */
export const takeSignIn = (db: Queryable, stateSha256: string): Promise<OidcSignIn | null> =>
  db.maybe(
    signInRow,
    `DELETE FROM oidc_sign_ins WHERE state_sha256 = $1 AND expires_at > now()
     RETURNING entity_id AS "entityId", code_verifier AS "codeVerifier", nonce, return_to AS "returnTo"`,
    [stateSha256],
  );

const userRow = z.object({ userId: z.number() });

export const findOidcUser = async (tx: Transaction, entityId: number, issuer: string, subject: string) =>
  (
    await tx.maybe(
      userRow,
      'SELECT user_id AS "userId" FROM oidc_identities WHERE entity_id = $1 AND issuer = $2 AND subject = $3',
      [entityId, issuer, subject],
    )
  )?.userId ?? null;

export async function bindOidcUser(tx: Transaction, entityId: number, issuer: string, subject: string, userId: number) {
  await tx.run('INSERT INTO oidc_identities (entity_id, issuer, subject, user_id) VALUES ($1, $2, $3, $4)', [
    entityId,
    issuer,
    subject,
    userId,
  ]);
}
