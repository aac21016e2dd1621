import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { PROCESSING_STATUSES } from '@linescope/contract/enums';
import { z } from 'zod';
import type { Committer, ProcessingStatus } from '../domain/committer.ts';
import type { GitIdentity } from '../domain/identity.ts';

export const committerRow = z
  .object({
    id: z.number(),
    entity_id: z.number(),
    primary_id: z.number(),
    user_name: z.string(),
    full_name: z.string(),
    email: z.string().nullable(),
    git_provider_em: z.string().nullable(),
    git_provider_id: z.string().nullable(),
    avatar_url: z.string().nullable(),
    bot: z.boolean(),
    processing_status_em: z.enum(PROCESSING_STATUSES),
    user_id: z.number().nullable(),
    last_authored_at: z.date().nullable(),
    last_committed_at: z.date().nullable(),
    parted_by_hand: z.boolean(),
    version: z.number(),
  })
  .transform(
    (row): Committer => ({
      id: row.id,
      entityId: row.entity_id,
      primaryId: row.primary_id,
      userName: row.user_name,
      fullName: row.full_name,
      email: row.email,
      gitProviderEm: row.git_provider_em,
      gitProviderId: row.git_provider_id,
      avatarUrl: row.avatar_url,
      bot: row.bot,
      processingStatusEm: row.processing_status_em,
      userId: row.user_id,
      lastAuthoredAt: row.last_authored_at,
      lastCommittedAt: row.last_committed_at,
      partedByHand: row.parted_by_hand,
      version: row.version,
    }),
  );

/** One writer of an entity's committers at a time: joining identities needs an unchanging state. */
export const lockEntityCommitters = (tx: Transaction, entityId: number): Promise<number> =>
  tx.run("SELECT pg_advisory_xact_lock(hashtext('committers'), $1::int)", [entityId % 2_147_483_647]);

export const committersByEmail = (db: Queryable, entityId: number, emails: string[]): Promise<Committer[]> =>
  db.many(committerRow, 'SELECT * FROM committers WHERE entity_id = $1 AND email = ANY($2)', [entityId, emails]);

export const committersByNameOnly = (db: Queryable, entityId: number, names: string[]): Promise<Committer[]> =>
  db.many(
    committerRow,
    'SELECT * FROM committers WHERE entity_id = $1 AND email IS NULL AND lower(full_name) = ANY($2)',
    [entityId, names.map((name) => name.toLowerCase())],
  );

/** Every identity with this account at the code host, the oldest first. */
export const committersByProviderId = (db: Queryable, entityId: number, gitProviderId: string): Promise<Committer[]> =>
  db.many(committerRow, 'SELECT * FROM committers WHERE entity_id = $1 AND git_provider_id = $2 ORDER BY id', [
    entityId,
    gitProviderId,
  ]);

export interface NewCommitter {
  identity: GitIdentity;
  userName: string;
  gitProviderId: string | null;
  status: ProcessingStatus;
}

/** Makes a person of each, in their order: an earlier one has the smaller id. */
export async function insertCommitters(
  tx: Transaction,
  entityId: number,
  committers: readonly NewCommitter[],
): Promise<Committer[]> {
  const column = <Value>(read: (committer: NewCommitter) => Value): Value[] => committers.map(read);
  const made = await tx.many(
    committerRow,
    `WITH fresh AS MATERIALIZED (
       SELECT nextval(pg_get_serial_sequence('committers', 'id')) AS id, seen.*
       FROM (
         SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[],
           $10::timestamptz[], $11::timestamptz[]) WITH ORDINALITY AS named(user_name, full_name, email, git_provider_em,
           git_provider_id, avatar_url, bot, status, authored_at, committed_at, place)
         ORDER BY place
       ) AS seen
     )
     INSERT INTO committers (id, primary_id, entity_id, user_name, full_name, email, git_provider_em, git_provider_id, avatar_url, bot,
       processing_status_em, last_authored_at, last_committed_at, person_authored_at, person_committed_at)
     OVERRIDING SYSTEM VALUE
     SELECT id, id, $1, user_name, full_name, email, git_provider_em, git_provider_id, avatar_url, bot, status,
       authored_at, committed_at, authored_at, committed_at
     FROM fresh RETURNING *`,
    [
      entityId,
      column(({ userName }) => userName),
      column(({ identity }) => identity.name),
      column(({ identity }) => identity.email),
      column(({ identity }) => identity.gitProviderEm),
      column(({ gitProviderId }) => gitProviderId),
      column(({ identity }) => identity.avatarUrl),
      column(({ identity }) => identity.bot),
      column(({ status }) => status),
      column(({ identity }) => identity.lastAuthoredAt),
      column(({ identity }) => identity.lastCommittedAt),
    ],
  );
  return made.sort((one, other) => one.id - other.id);
}

const userNameRow = z.object({ user_name: z.string() });

/** Which of these names somebody has. */
export const takenUserNames = async (db: Queryable, entityId: number, userNames: string[]): Promise<string[]> =>
  (
    await db.many(userNameRow, 'SELECT user_name FROM committers WHERE entity_id = $1 AND user_name = ANY($2)', [
      entityId,
      userNames,
    ])
  ).map((row) => row.user_name);

/** What a later meeting adds: accounts, avatars and newer times; nothing known is lost. */
export const refreshCommitter = (
  tx: Transaction,
  id: number,
  identity: GitIdentity,
  gitProviderId: string | null,
): Promise<Committer | null> =>
  tx.maybe(
    committerRow,
    `UPDATE committers SET
       git_provider_em = coalesce(git_provider_em, $2),
       git_provider_id = coalesce(git_provider_id, $3),
       avatar_url = coalesce($4, avatar_url),
       last_authored_at = greatest(last_authored_at, $5),
       last_committed_at = greatest(last_committed_at, $6),
       version = version + 1
     WHERE id = $1 AND (git_provider_em, git_provider_id, avatar_url, last_authored_at, last_committed_at) IS DISTINCT FROM
       (coalesce(git_provider_em, $2), coalesce(git_provider_id, $3), coalesce($4, avatar_url), greatest(last_authored_at, $5), greatest(last_committed_at, $6))
     RETURNING *`,
    [id, identity.gitProviderEm, gitProviderId, identity.avatarUrl, identity.lastAuthoredAt, identity.lastCommittedAt],
  );

/** Calls a person what their account is called, unless somebody else is called so; returns the identities whose name changed. */
export async function renameToAccount(
  tx: Transaction,
  primaryId: number,
  gitProviderId: string,
  userName: string,
): Promise<Committer[]> {
  const named = await tx.maybe(
    committerRow,
    `SELECT * FROM committers WHERE id = $1 AND user_name <> $3 AND coalesce(git_provider_id, $2) = $2`,
    [primaryId, gitProviderId, userName],
  );
  if (!named) return [];
  // Another identity of the same person may have come by the name first.
  const gaveWay = await tx.many(
    committerRow,
    `UPDATE committers SET user_name = user_name || '-' || id, version = version + 1
     WHERE primary_id = $1 AND id <> $1 AND user_name = $2 RETURNING *`,
    [primaryId, userName],
  );
  const renamed = await tx.many(
    committerRow,
    `UPDATE committers SET user_name = $2, version = version + 1
     WHERE id = $1 AND NOT EXISTS (SELECT FROM committers WHERE entity_id = $3 AND user_name = $2) RETURNING *`,
    [primaryId, userName, named.entityId],
  );
  return [...gaveWay, ...renamed];
}

/** Hangs a person's identities under another primary, whose status and user they now share; returns those that moved. */
export const moveIdentities = (tx: Transaction, fromPrimaryId: number, primaryId: number): Promise<Committer[]> =>
  tx.many(
    committerRow,
    `UPDATE committers SET primary_id = $2, user_id = NULL, person_authored_at = NULL, person_committed_at = NULL,
       processing_status_em = (SELECT processing_status_em FROM committers WHERE id = $2), version = version + 1
     WHERE primary_id = $1 RETURNING *`,
    [fromPrimaryId, primaryId],
  );

/** Makes an identity a person of its own, which git does not join again. */
export const makePrimary = (tx: Transaction, id: number, status: ProcessingStatus): Promise<Committer> =>
  tx.one(
    committerRow,
    `UPDATE committers SET primary_id = id, processing_status_em = $2, parted_by_hand = true, version = version + 1
     WHERE id = $1 RETURNING *`,
    [id, status],
  );

export const clearPartedByHand = (tx: Transaction, primaryId: number): Promise<number> =>
  tx.run('UPDATE committers SET parted_by_hand = false WHERE primary_id = $1', [primaryId]);

export const identitiesOf = (db: Queryable, primaryId: number): Promise<Committer[]> =>
  db.many(committerRow, 'SELECT * FROM committers WHERE primary_id = $1 ORDER BY id <> $1, id', [primaryId]);

/** Seats in use: primaries that are processed. */
export async function seatsUsed(db: Queryable, entityId: number): Promise<number> {
  const row = await db.one(
    z.object({ used: z.number() }),
    "SELECT count(*) AS used FROM committers WHERE entity_id = $1 AND is_person AND processing_status_em <> 'not_processing'",
    [entityId],
  );
  return row.used;
}

/** Gives a person their user, unless they have one. */
export const linkUser = (tx: Transaction, primaryId: number, userId: number): Promise<Committer | null> =>
  tx.maybe(
    committerRow,
    'UPDATE committers SET user_id = $2, version = version + 1 WHERE id = $1 AND user_id IS NULL RETURNING *',
    [primaryId, userId],
  );

/** A person's newest times are those of all their identities. */
export const updatePersonTimes = (tx: Transaction, primaryIds: number[]): Promise<number> =>
  tx.run(
    `UPDATE committers AS person SET person_authored_at = newest.authored_at, person_committed_at = newest.committed_at
     FROM (
       SELECT primary_id, max(last_authored_at) AS authored_at, max(last_committed_at) AS committed_at
       FROM committers WHERE primary_id = ANY($1) GROUP BY primary_id
     ) AS newest
     WHERE person.id = newest.primary_id
       AND (person.person_authored_at, person.person_committed_at) IS DISTINCT FROM (newest.authored_at, newest.committed_at)`,
    [primaryIds],
  );

/** Sets the status of persons and of every identity they have; returns what changed. */
export const setStatus = (tx: Transaction, primaryIds: number[], status: ProcessingStatus): Promise<Committer[]> =>
  tx.many(
    committerRow,
    `UPDATE committers SET processing_status_em = $2, status_changed_at = now(), version = version + 1
     WHERE primary_id = ANY($1) AND processing_status_em <> $2 RETURNING *`,
    [primaryIds, status],
  );

/** Whose status was set in the last minute. */
export const committersWithNewStatus = (db: Queryable, entityId: number): Promise<Committer[]> =>
  db.many(
    committerRow,
    "SELECT * FROM committers WHERE entity_id = $1 AND status_changed_at > now() - interval '1 minute' ORDER BY id",
    [entityId],
  );

export const committersByUserName = (db: Queryable, entityId: number, userNames: string[]): Promise<Committer[]> =>
  db.many(committerRow, 'SELECT * FROM committers WHERE entity_id = $1 AND user_name = ANY($2) ORDER BY id', [
    entityId,
    userNames,
  ]);

const emailRow = z.object({ email: z.string() });

/** Every address that these persons have committed with. */
export const emailsOfPersons = async (db: Queryable, primaryIds: number[]): Promise<string[]> =>
  (
    await db.many(emailRow, 'SELECT email FROM committers WHERE primary_id = ANY($1) AND email IS NOT NULL', [
      primaryIds,
    ])
  ).map((row) => row.email);

const idRow = z.object({ id: z.number() });

export const allPersons = async (db: Queryable, entityId: number): Promise<number[]> =>
  (await db.many(idRow, 'SELECT id FROM committers WHERE entity_id = $1 AND is_person ORDER BY id', [entityId])).map(
    (row) => row.id,
  );

export const committersByIds = (db: Queryable, entityId: number, ids: number[]): Promise<Committer[]> =>
  db.many(committerRow, 'SELECT * FROM committers WHERE entity_id = $1 AND id = ANY($2) ORDER BY id', [entityId, ids]);

const matchedRow = z.object({ identifier: z.string() });

/** User name first, then code-host id, then email; each identifier finds one committer at most. */
export async function committersByIdentifier(
  db: Queryable,
  entityId: number,
  identifiers: string[],
): Promise<{ committer: Committer; identifier: string }[]> {
  if (identifiers.length === 0) return [];
  const rows = await db.many(
    z.unknown().transform((row) => ({ committer: committerRow.parse(row), ...matchedRow.parse(row) })),
    `SELECT DISTINCT ON (wanted.identifier) wanted.identifier, c.*
     FROM unnest($2::text[]) AS wanted(identifier)
     JOIN LATERAL (
       SELECT *, 1 AS rank FROM committers WHERE entity_id = $1 AND user_name = wanted.identifier
       UNION ALL SELECT *, 2 FROM committers WHERE entity_id = $1 AND git_provider_id = wanted.identifier
       UNION ALL SELECT *, 3 FROM committers WHERE entity_id = $1 AND email = lower(wanted.identifier)
     ) c ON true
     ORDER BY wanted.identifier, c.rank, c.id`,
    [entityId, identifiers],
  );
  return rows;
}
