import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { Fact } from '@linescope/providers/facts';
import { z } from 'zod';
import { factOf, type RecordKind, type RepoKey } from './provider-state.ts';

const recordRow = z.object({
  id: z.number(),
  kind: z.enum(['pull_request', 'issue', 'tag', 'sprint']),
  name: z.string(),
  version: z.number(),
  changed_at: z.date(),
  asked_of_git: z.string().nullable(),
  squash_sha: z.string().nullable(),
  tagged_at: z.date().nullable(),
  removed: z.boolean(),
  facts: z.array(z.string()),
});

export type ProviderRecord = Omit<z.infer<typeof recordRow>, 'facts'> & { facts: Fact[] };

/** Records whose newest version is not in ClickHouse yet, with the provider state of each, as of one moment. */
export async function unstoredRecords(
  db: Queryable,
  { entityId, repoId }: RepoKey,
  afterId: number,
  limit: number,
): Promise<ProviderRecord[]> {
  const rows = await db.many(
    recordRow,
    `SELECT id, kind, name, version, changed_at, asked_of_git, squash_sha, tagged_at, removed,
       ARRAY(SELECT fact FROM provider_state AS state WHERE state.entity_id = record.entity_id AND state.repo_id = record.repo_id
               AND state.kind = record.kind AND state.name = record.name ORDER BY key) AS facts
     FROM provider_records AS record
     WHERE entity_id = $1 AND repo_id = $2 AND unstored AND id > $3 ORDER BY id LIMIT $4`,
    [entityId, repoId, afterId, limit],
  );
  return rows.map((row) => ({ ...row, facts: row.facts.map(factOf) }));
}

export interface StoredRecord {
  id: number;
  version: number;
  /** The commit that git was asked about, and its answer; null keeps what is stored. */
  askedOfGit: string | null;
  squashSha: string | null;
  taggedAt: Date | null;
  wantsGit: boolean;
  /** People of the record whom nobody knew, in lower case. */
  waitsFor: readonly string[];
}

/** A record that changed in the meantime stays unstored: its version differs. */
export const markStored = (tx: Transaction, records: readonly StoredRecord[]): Promise<number> =>
  tx.run(
    `UPDATE provider_records AS record SET unstored = false, wants_git = given.wants_git,
       waits_for = nullif(string_to_array(given.waits_for, E'\\n'), '{}'),
       asked_of_git = coalesce(given.asked_of_git, record.asked_of_git),
       squash_sha = CASE WHEN given.asked_of_git IS NULL THEN record.squash_sha ELSE given.squash_sha END,
       tagged_at = coalesce(given.tagged_at, record.tagged_at)
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[], $7::text[])
       AS given (id, version, asked_of_git, squash_sha, tagged_at, wants_git, waits_for)
     WHERE record.id = given.id AND record.version = given.version`,
    [
      records.map(({ id }) => id),
      records.map(({ version }) => version),
      records.map(({ askedOfGit }) => askedOfGit),
      records.map(({ squashSha }) => squashSha),
      records.map(({ taggedAt }) => taggedAt),
      records.map(({ wantsGit }) => wantsGit),
      records.map(({ waitsFor }) => waitsFor.join('\n')),
    ],
  );

const MARK_UNSTORED = 'version = version + 1, unstored = true, changed_at = now()';

/** Records that were stored without a clone to answer what only git knows. */
export const markUnstoredWantingGit = (db: Queryable, { entityId, repoId }: RepoKey): Promise<number> =>
  db.run(
    `UPDATE provider_records SET ${MARK_UNSTORED} WHERE entity_id = $1 AND repo_id = $2 AND wants_git AND NOT unstored`,
    [entityId, repoId],
  );

const waitingRow = z.object({ repo_id: z.number(), identifier: z.string() });

/** People whom records of an entity name and nobody knew: of a repo, or those of these identifiers. */
export const unknownPeople = (
  db: Queryable,
  entityId: number,
  { repoId = null, identifiers = null }: { repoId?: number | null; identifiers?: readonly string[] | null },
) =>
  db.many(
    waitingRow,
    `SELECT DISTINCT repo_id, unnest(waits_for) AS identifier FROM provider_records
     WHERE entity_id = $1 AND waits_for IS NOT NULL AND ($2::bigint IS NULL OR repo_id = $2)
       AND ($3::text[] IS NULL OR waits_for && $3)`,
    [entityId, repoId, identifiers],
  );

/** Records that name one of these people, who are known by now, are to be stored again. */
export const markUnstoredNaming = (
  db: Queryable,
  { entityId, repoId }: RepoKey,
  identifiers: readonly string[],
): Promise<number> =>
  db.run(
    `UPDATE provider_records SET ${MARK_UNSTORED}
     WHERE entity_id = $1 AND repo_id = $2 AND waits_for && $3 AND NOT unstored`,
    [entityId, repoId, identifiers],
  );

/** Everything of a repo, or of an entity, is to be stored again under a new version. */
export const markAllUnstored = (db: Queryable, entityId: number, repoId: number | null): Promise<number> =>
  db.run(`UPDATE provider_records SET ${MARK_UNSTORED} WHERE entity_id = $1 AND ($2::bigint IS NULL OR repo_id = $2)`, [
    entityId,
    repoId,
  ]);

/** After a list of all tags: those that are not in it are gone, those that are in it are there. */
export const markTagsPresent = (
  db: Queryable,
  { entityId, repoId }: RepoKey,
  names: readonly string[],
): Promise<number> =>
  db.run(
    `UPDATE provider_records SET ${MARK_UNSTORED}, removed = NOT (name = ANY($3))
     WHERE entity_id = $1 AND repo_id = $2 AND kind = 'tag' AND removed = (name = ANY($3))`,
    [entityId, repoId, names],
  );

const countRow = z.object({ known: z.number(), stored: z.number() });

export const countRecords = (db: Queryable, { entityId, repoId }: RepoKey, kind: RecordKind) =>
  db.one(
    countRow,
    `SELECT count(*) AS known, count(*) FILTER (WHERE NOT unstored) AS stored
     FROM provider_records WHERE entity_id = $1 AND repo_id = $2 AND kind = $3`,
    [entityId, repoId, kind],
  );

const repoRow = z.object({
  entityId: z.number(),
  repoId: z.number(),
  repoPath: z.string(),
  gitProviderEm: z.string(),
});

/** Repos, and trackers, with records that wait to be stored, while nobody works on them. */
export const reposWithUnstored = (db: Queryable, olderThanSeconds: number, limit: number) =>
  db.many(
    repoRow,
    `SELECT DISTINCT imports.entity_id AS "entityId", imports.repo_id AS "repoId", imports.repo_path AS "repoPath",
       imports.git_provider_em AS "gitProviderEm"
     FROM provider_records AS record
     JOIN imports ON imports.entity_id = record.entity_id AND imports.repo_id = record.repo_id
     WHERE record.unstored AND record.changed_at < now() - make_interval(secs => $1)
       AND imports.git_provider_em IS NOT NULL
       AND (imports.lease_expires_at IS NULL OR imports.lease_expires_at < now())
     UNION ALL
     SELECT DISTINCT entity_id, 0, '', 'tracker_a' FROM provider_records
     WHERE repo_id = 0 AND unstored AND changed_at < now() - make_interval(secs => $1)
     LIMIT $2`,
    [olderThanSeconds, limit],
  );
