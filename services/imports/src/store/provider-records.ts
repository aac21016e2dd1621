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

/** Records whose newest version ClickHouse has not, with all that is believed of each, as of one moment. */
export async function unstoredRecords(
  db: Queryable,
  { entityId, repoId }: RepoKey,
  afterId: number,
  limit: number,
): Promise<ProviderRecord[]> {
  const rows = await db.many(
    recordRow,
    `SELECT id, kind, name, version, changed_at, asked_of_git, squash_sha, tagged_at, removed,
       ARRAY(SELECT fact FROM beliefs WHERE beliefs.entity_id = record.entity_id AND beliefs.repo_id = record.repo_id
               AND beliefs.kind = record.kind AND beliefs.name = record.name ORDER BY key) AS facts
     FROM provider_records AS record
     WHERE entity_id = $1 AND repo_id = $2 AND unstored AND id > $3 ORDER BY id LIMIT $4`,
    [entityId, repoId, afterId, limit],
  );
  return rows.map((row) => ({ ...row, facts: row.facts.map(factOf) }));
}

export interface StoredRecord {
  id: number;
  version: number;
  /** What git answered for it, and for which commit; kept as it was where null. */
  askedOfGit: string | null;
  squashSha: string | null;
  taggedAt: Date | null;
  wantsGit: boolean;
  /** People of the record whom nobody knew, in lower case. */
  waitsFor: readonly string[];
}

/** What changed in the meantime stays unstored: its version is another. */
export const markStored = (tx: Transaction, records: readonly StoredRecord[]): Promise<number> =>
  tx.run(
    `UPDATE provider_records AS record SET unstored = false, wants_git = told.wants_git,
       waits_for = nullif(string_to_array(told.waits_for, E'\\n'), '{}'),
       asked_of_git = coalesce(told.asked_of_git, record.asked_of_git),
       squash_sha = CASE WHEN told.asked_of_git IS NULL THEN record.squash_sha ELSE told.squash_sha END,
       tagged_at = coalesce(told.tagged_at, record.tagged_at)
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[], $7::text[])
       AS told (id, version, asked_of_git, squash_sha, tagged_at, wants_git, waits_for)
     WHERE record.id = told.id AND record.version = told.version`,
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

const AGAIN = 'version = version + 1, unstored = true, changed_at = now()';

/** Those that were stored while no clone was at hand to ask. */
export const askGitAgain = (db: Queryable, { entityId, repoId }: RepoKey): Promise<number> =>
  db.run(`UPDATE provider_records SET ${AGAIN} WHERE entity_id = $1 AND repo_id = $2 AND wants_git AND NOT unstored`, [
    entityId,
    repoId,
  ]);

const waitingRow = z.object({ repo_id: z.number(), identifier: z.string() });

/** Whom records of an entity wait for: all of a repo's, or where these people are named. */
export const waitedFor = (
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

/** Those that name somebody who is known by now. */
export const storeThoseOf = (
  db: Queryable,
  { entityId, repoId }: RepoKey,
  identifiers: readonly string[],
): Promise<number> =>
  db.run(
    `UPDATE provider_records SET ${AGAIN}
     WHERE entity_id = $1 AND repo_id = $2 AND waits_for && $3 AND NOT unstored`,
    [entityId, repoId, identifiers],
  );

/** Everything of a repo, or of an entity, is written again under a new version. */
export const storeAgain = (db: Queryable, entityId: number, repoId: number | null): Promise<number> =>
  db.run(`UPDATE provider_records SET ${AGAIN} WHERE entity_id = $1 AND ($2::bigint IS NULL OR repo_id = $2)`, [
    entityId,
    repoId,
  ]);

/** After a list of all tags: those that are not in it are gone, those that are in it are there. */
export const settleTags = (db: Queryable, { entityId, repoId }: RepoKey, names: readonly string[]): Promise<number> =>
  db.run(
    `UPDATE provider_records SET ${AGAIN}, removed = NOT (name = ANY($3))
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
  entity_id: z.number(),
  repo_id: z.number(),
  repo_path: z.string(),
  git_provider_em: z.string(),
});

/** Repos, and trackers, with records that wait to be stored, while nobody works on them. */
export const reposWithUnstored = (db: Queryable, olderThanSeconds: number, limit: number) =>
  db.many(
    repoRow,
    `SELECT DISTINCT imports.entity_id, imports.repo_id, imports.repo_path, imports.git_provider_em
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
