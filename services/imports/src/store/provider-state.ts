import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { Fact } from '@linescope/providers/facts';
import { keyOf, mergeFacts, versionOf } from '@linescope/providers/merge-facts';
import { z } from 'zod';

export type RecordKind = 'pull_request' | 'issue' | 'tag' | 'sprint';
export interface RepoKey {
  entityId: number;
  /** 0: of a tracker, which has no repos. */
  repoId: number;
}

/** The record that a fact belongs to; null for one that only says that something must be read. */
export function recordOf(fact: Fact): { kind: RecordKind; name: string } | null {
  switch (fact.fact) {
    case 'pull_request':
    case 'pull_request_commits':
    case 'pull_request_transition':
    case 'review':
    case 'comment':
    case 'comment_resolution':
      return isNumber(fact.number) ? { kind: 'pull_request', name: String(fact.number) } : null;
    case 'issue':
      return { kind: 'issue', name: `${fact.tracker} ${fact.hostId}` };
    case 'issue_change':
      return { kind: 'issue', name: `${fact.tracker} ${fact.issueId}` };
    case 'tag':
      return { kind: 'tag', name: fact.name };
    case 'sprint':
      return { kind: 'sprint', name: `${fact.tracker} ${fact.sprintId}` };
    default:
      return null;
  }
}

/** A page lists older pull requests too, whose commits and reviews were not read: those are left out. */
export const changedSince = (facts: readonly Fact[], since: Date | null): Fact[] =>
  facts.filter((fact) => fact.fact !== 'pull_request' || since === null || new Date(fact.updatedAt) >= since);

const isNumber = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 2 ** 32;

/** The repo's id is in the key, so its path is left out: a renamed repo keeps its state. */
function withoutPath(fact: Fact): Fact {
  return 'repoPath' in fact ? { ...fact, repoPath: '' } : fact;
}

const keyIn = (fact: Fact): string =>
  fact.fact === 'issue' ? JSON.stringify(['issue', fact.tracker, fact.hostId]) : keyOf(fact);

export interface UpsertOptions {
  /** When a whole list was read: facts without a version of their own are as new as the list. */
  listedAt?: Date;
  /** They were derived again from saved answers, and win over an equally old view. */
  derivedAgain?: boolean;
}

/** Saves the facts that are newer than the stored ones and marks their records as unstored. Returns how many changed. */
export async function upsertIfNewer(
  db: Queryable,
  { entityId, repoId }: RepoKey,
  facts: Iterable<Fact>,
  { listedAt, derivedAgain = false }: UpsertOptions = {},
): Promise<number> {
  const rows = [...mergeFacts([...facts].map(withoutPath)).values()].flatMap((fact) => {
    const record = recordOf(fact);
    if (!record) return [];
    const version = fact.fact === 'tag' ? (listedAt?.toISOString() ?? '') : versionOf(fact);
    return [{ ...record, key: keyIn(fact), version, fact: JSON.stringify(fact), time: timeOf(version) }];
  });
  if (rows.length === 0) return 0;
  return db.run(
    `WITH given AS (
       SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])
         AS one (key, kind, name, version, fact, time)
     ), changed AS (
       INSERT INTO provider_state AS held (entity_id, repo_id, key, kind, name, version, fact)
       SELECT $1::bigint, $2::bigint, key, kind, name, version, fact FROM given ORDER BY key COLLATE "C"
       ON CONFLICT (entity_id, repo_id, key) DO UPDATE SET version = excluded.version, fact = excluded.fact
       WHERE excluded.fact <> held.fact
         AND (($9::boolean AND excluded.version >= held.version) OR (excluded.version, excluded.fact) > (held.version, held.fact))
       RETURNING key, kind, name
     )
     INSERT INTO provider_records AS record (entity_id, repo_id, kind, name, version)
     SELECT $1::bigint, $2::bigint, changed.kind, changed.name, max(given.time)
     FROM changed JOIN given ON given.key = changed.key
     GROUP BY changed.kind, changed.name ORDER BY changed.kind, changed.name COLLATE "C"
     ON CONFLICT ON CONSTRAINT provider_records_once DO UPDATE SET
       version = greatest(record.version + 1, excluded.version), unstored = true, changed_at = now()`,
    [
      entityId,
      repoId,
      rows.map(({ key }) => key),
      rows.map(({ kind }) => kind),
      rows.map(({ name }) => name),
      rows.map(({ version }) => version),
      rows.map(({ fact }) => fact),
      rows.map(({ time }) => time),
      derivedAgain,
    ],
  );
}

/** Milliseconds, at least 1: the first version of a record. */
function timeOf(version: string): number {
  const time = Date.parse(version.split(' ')[0] ?? '');
  return Number.isNaN(time) ? 1 : Math.max(time, 1);
}

/** Casts once, here: the text was written by `upsertIfNewer` from a fact. */
export const factOf = (text: string): Fact => JSON.parse(text) as Fact;

const factRow = z.object({ fact: z.string() });

/** Whether the stored commits of the pull request are those of this head. */
export async function headIsKnown(db: Queryable, { entityId, repoId }: RepoKey, number: number, headSha: string) {
  const rows = await db.many(
    factRow,
    `SELECT fact FROM provider_state WHERE entity_id = $1 AND repo_id = $2 AND kind = 'pull_request' AND name = $3`,
    [entityId, repoId, String(number)],
  );
  return rows.some((row) => {
    const fact = factOf(row.fact);
    return fact.fact === 'pull_request_commits' && fact.headSha === headSha;
  });
}

const readRow = z.object({ name: z.string(), version: z.string(), head_sha: z.string().nullable() });

/** Of every pull request whose commits are stored: their head, and the pull request's `updatedAt` when they were read. */
export async function readDetails(db: Queryable, { entityId, repoId }: RepoKey) {
  const rows = await db.many(
    readRow,
    // Not as JSON, which Postgres refuses where a host's text holds a NUL.
    `SELECT name, version, substring(fact FROM '"headSha":"([^"]*)"') AS head_sha FROM provider_state
     WHERE entity_id = $1 AND repo_id = $2 AND kind = 'pull_request' AND starts_with(key, '["pull_request_commits"')`,
    [entityId, repoId],
  );
  return new Map(rows.map((row) => [Number(row.name), { updatedAt: row.version, headSha: row.head_sha }]));
}
