import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const accountRow = z.object({ host_id: z.string(), email: z.string(), name: z.string() });
export type HostAccount = z.infer<typeof accountRow>;

/** The first known address of each account. */
export const accountsOf = (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  hostIds: readonly string[],
): Promise<HostAccount[]> =>
  db.many(
    accountRow,
    `SELECT DISTINCT ON (host_id) host_id, email, name FROM host_accounts
     WHERE entity_id = $1 AND git_provider_em = $2 AND host_id = ANY($3) ORDER BY host_id, email`,
    [entityId, gitProviderEm, hostIds],
  );

/** Those of these that were not known before. */
export const newAccounts = (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  accounts: readonly HostAccount[],
): Promise<HostAccount[]> =>
  db.many(
    accountRow,
    `SELECT given.host_id, given.email, given.name FROM unnest($3::text[], $4::text[], $5::text[]) AS given (host_id, email, name)
     WHERE NOT EXISTS (SELECT 1 FROM host_accounts AS known WHERE known.entity_id = $1 AND known.git_provider_em = $2
                         AND known.host_id = given.host_id AND known.email = given.email)`,
    [entityId, gitProviderEm, ...columnsOf(accounts)],
  );

export const addAccounts = (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  accounts: readonly HostAccount[],
): Promise<number> =>
  db.run(
    `INSERT INTO host_accounts (entity_id, git_provider_em, host_id, email, name)
     SELECT $1::bigint, $2::text, host_id, email, name FROM unnest($3::text[], $4::text[], $5::text[]) AS given (host_id, email, name)
     ON CONFLICT DO NOTHING`,
    [entityId, gitProviderEm, ...columnsOf(accounts)],
  );

/** Those of these addresses for which no account is known, and which the host was not asked for since. */
export const unknownAuthors = async (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  emails: readonly string[],
  askedSince: Date,
): Promise<string[]> =>
  (
    await db.many(
      z.object({ email: z.string() }),
      `SELECT email FROM unnest($3::text[]) AS given (email)
       WHERE NOT EXISTS (SELECT 1 FROM host_accounts AS known WHERE known.entity_id = $1 AND known.git_provider_em = $2
                           AND lower(known.email) = given.email)
         AND NOT EXISTS (SELECT 1 FROM host_author_lookups AS asked WHERE asked.entity_id = $1 AND asked.git_provider_em = $2
                           AND asked.email = given.email AND asked.asked_at >= $4)`,
      [entityId, gitProviderEm, emails, askedSince],
    )
  ).map(({ email }) => email);

/** Whoever has no account at the host need not be asked for at every import. */
export const saveLookups = (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  emails: readonly string[],
  askedAt: Date,
): Promise<number> =>
  db.run(
    `INSERT INTO host_author_lookups (entity_id, git_provider_em, email, asked_at)
     SELECT $1::bigint, $2::text, email, $4::timestamptz FROM unnest($3::text[]) AS given (email) ORDER BY email
     ON CONFLICT (entity_id, git_provider_em, email) DO UPDATE SET asked_at = excluded.asked_at`,
    [entityId, gitProviderEm, emails, askedAt],
  );

const columnsOf = (accounts: readonly HostAccount[]): string[][] => [
  accounts.map((account) => account.host_id),
  accounts.map((account) => account.email),
  accounts.map((account) => account.name),
];
