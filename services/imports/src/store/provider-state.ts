import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { Fact } from '@linescope/providers/facts';
import { keyOf, mergeFacts, versionOf } from '@linescope/providers/merge-facts';
import { z } from 'zod';

export type RecordKind = 'pull_request' | 'issue' | 'tag' | 'sprint';
export interface RepoKey {
  entityId: number;
  /** 0: of a tracker, which knows no repos. */
  repoId: number;
}

/** Which record a fact is about; null for one that is only a reason to read again. */
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

/** A page tells older pull requests too, whose commits and reviews nobody asked for: those are left out. */
export const changedSince = (facts: readonly Fact[], since: Date | null): Fact[] =>
  facts.filter((fact) => fact.fact !== 'pull_request' || since === null || new Date(fact.updatedAt) >= since);

const isNumber = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 2 ** 32;

/** The repo's id is in the key, so its path is left out: a renamed repo keeps its beliefs. */
function withoutPath(fact: Fact): Fact {
  return 'repoPath' in fact ? { ...fact, repoPath: '' } : fact;
}

const keyIn = (fact: Fact): string =>
  fact.fact === 'issue' ? JSON.stringify(['issue', fact.tracker, fact.hostId]) : keyOf(fact);

export interface BelieveOptions {
  /** When a whole list was read: what carries no version of its own is as new as the list. */
  listedAt?: Date;
  /** Believe these over an equally old view: they were derived anew. */
  anew?: boolean;
}

/** Takes what is newer than what is held, and marks the records it changed as not stored. Says how many beliefs changed. */
export async function believe(
  db: Queryable,
  { entityId, repoId }: RepoKey,
  facts: Iterable<Fact>,
  { listedAt, anew = false }: BelieveOptions = {},
): Promise<number> {
  const told = [...mergeFacts([...facts].map(withoutPath)).values()].flatMap((fact) => {
    const record = recordOf(fact);
    if (!record) return [];
    const version = fact.fact === 'tag' ? (listedAt?.toISOString() ?? '') : versionOf(fact);
    return [{ ...record, key: keyIn(fact), version, fact: JSON.stringify(fact), time: timeOf(version) }];
  });
  if (told.length === 0) return 0;
  return db.run(
    `WITH told AS (
       SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])
         AS one (key, kind, name, version, fact, time)
     ), changed AS (
       INSERT INTO beliefs AS held (entity_id, repo_id, key, kind, name, version, fact)
       SELECT $1::bigint, $2::bigint, key, kind, name, version, fact FROM told ORDER BY key COLLATE "C"
       ON CONFLICT (entity_id, repo_id, key) DO UPDATE SET version = excluded.version, fact = excluded.fact
       WHERE excluded.fact <> held.fact
         AND (($9::boolean AND excluded.version >= held.version) OR (excluded.version, excluded.fact) > (held.version, held.fact))
       RETURNING key, kind, name
     )
     INSERT INTO provider_records AS record (entity_id, repo_id, kind, name, version)
     SELECT $1::bigint, $2::bigint, changed.kind, changed.name, max(told.time)
     FROM changed JOIN told ON told.key = changed.key
     GROUP BY changed.kind, changed.name ORDER BY changed.kind, changed.name COLLATE "C"
     ON CONFLICT ON CONSTRAINT provider_records_once DO UPDATE SET
       version = greatest(record.version + 1, excluded.version), unstored = true, changed_at = now()`,
    [
      entityId,
      repoId,
      told.map(({ key }) => key),
      told.map(({ kind }) => kind),
      told.map(({ name }) => name),
      told.map(({ version }) => version),
      told.map(({ fact }) => fact),
      told.map(({ time }) => time),
      anew,
    ],
  );
}

/** Milliseconds, at least 1: the first version of a record. */
function timeOf(version: string): number {
  const time = Date.parse(version.split(' ')[0] ?? '');
  return Number.isNaN(time) ? 1 : Math.max(time, 1);
}

/** Casts once, here: the text was written by `believe` from a fact. */
export const factOf = (text: string): Fact => JSON.parse(text) as Fact;

const factRow = z.object({ fact: z.string() });

/** Does a stored commits fact speak of this head? */
export async function headIsKnown(db: Queryable, { entityId, repoId }: RepoKey, number: number, headSha: string) {
  const rows = await db.many(
    factRow,
    `SELECT fact FROM beliefs WHERE entity_id = $1 AND repo_id = $2 AND kind = 'pull_request' AND name = $3`,
    [entityId, repoId, String(number)],
  );
  return rows.some((row) => {
    const fact = factOf(row.fact);
    return fact.fact === 'pull_request_commits' && fact.headSha === headSha;
  });
}

const readRow = z.object({ name: z.string(), version: z.string(), head_sha: z.string().nullable() });

/** Of every pull request whose commits are held: at which head, and in which of its states they were read. */
export async function readDetails(db: Queryable, { entityId, repoId }: RepoKey) {
  const rows = await db.many(
    readRow,
    // Not as JSON, which Postgres refuses where a host's text holds a NUL.
    `SELECT name, version, substring(fact FROM '"headSha":"([^"]*)"') AS head_sha FROM beliefs
     WHERE entity_id = $1 AND repo_id = $2 AND kind = 'pull_request' AND starts_with(key, '["pull_request_commits"')`,
    [entityId, repoId],
  );
  return new Map(rows.map((row) => [Number(row.name), { updatedAt: row.version, headSha: row.head_sha }]));
}
