import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { bound, fragment, type SqlFragment } from '../store/sql.ts';

const candidateRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  authored_at: z.coerce.number(),
  committed_at: z.coerce.number(),
  on_default_branch: z.boolean(),
  committer_id: z.coerce.number(),
  message: z.string(),
  issue_keys: z.array(z.string()),
  /** Titles and branches of the pull requests that hold it. */
  pull_texts: z.array(z.string()),
});

export interface NamingQuery {
  entityId: number;
  keys: readonly string[];
  /** Authored at or after, in seconds. */
  since: number;
  /** These commits alone; else all commits of the entity. */
  of: { repoId: number; shas: readonly string[] } | null;
}

/** ClickHouse searches a text for at most 255 strings at once. */
const KEYS_AT_ONCE = 200;

/** Which commits are looked at, and which pull requests may hold them. */
interface Candidates {
  commits: SqlFragment;
  /** Holds for what such a pull request holds; used where there is one. */
  orInPulls: SqlFragment | string;
  pulls: SqlFragment;
}

/** Commits that may name one of the keys, with all the texts that can name them; who asks about few commits gets them all. */
export async function commitsThatMayName(clickHouse: ClickHouse, query: NamingQuery) {
  if (query.of) return readCandidates(clickHouse, query, ofCommits(query.of));
  const found: z.output<typeof candidateRow>[] = [];
  for (let from = 0; from < query.keys.length; from += KEYS_AT_ONCE)
    found.push(...(await readCandidates(clickHouse, query, namingOneOf(query.keys.slice(from, from + KEYS_AT_ONCE)))));
  return found;
}

function ofCommits({ repoId, shas }: NonNullable<NamingQuery['of']>): Candidates {
  const own = bound('shas', 'Array(String)', shas);
  const inRepo = fragment`repo_id = ${bound('repo_id', 'UInt64', repoId)}`;
  return {
    commits: fragment`${inRepo} AND sha IN ${own}`,
    orInPulls: '',
    pulls: fragment`${inRepo}
      AND (hasAny(arrayMap(s -> toString(s), commit_shas), ${own}) OR merge_sha IN ${own} OR squash_sha IN ${own})`,
  };
}

function namingOneOf(some: readonly string[]): Candidates {
  const keys = bound('keys', 'Array(String)', some);
  return {
    commits: fragment`multiSearchAny(message, ${keys}) OR hasAny(issue_keys, ${keys})`,
    orInPulls: 'OR (repo_id, sha) IN (SELECT repo_id, pull_sha FROM pull_commits)',
    pulls: fragment`multiSearchAny(concat(title, ' ', branch_name), ${keys})`,
  };
}

/**
 * Most keys are in no pull request. Whether one is, is asked first: the engine takes longer to plan the join than to answer the rest.
 */
async function readCandidates(clickHouse: ClickHouse, query: NamingQuery, { commits, orInPulls, pulls }: Candidates) {
  const ofEntity = fragment`entity_id = ${bound('entity_id', 'UInt64', query.entityId)}`;
  const ofPulls = fragment`${ofEntity} AND ${pulls}`;
  const [pull] = await clickHouse.query({
    name: 'pulls_that_may_name',
    ...fragment`SELECT number FROM pull_requests WHERE ${ofPulls} LIMIT 1`,
    row: z.object({ number: z.coerce.number() }),
  });
  const table = query.of ? 'commits' : 'commit_times';
  const candidates = fragment`
    SELECT repo_id, toString(sha) AS sha, toUnixTimestamp64Second(authored_at) AS authored_at,
      toUnixTimestamp64Second(committed_at) AS committed_at, on_default_branch, committer_id, message, issue_keys
    FROM ${table} FINAL
    WHERE ${ofEntity} AND ${table}.authored_at >= fromUnixTimestamp64Second(${bound('since', 'Int64', query.since)}, 'UTC')
      AND presence = 'existent' AND NOT is_merge AND (${commits} ${pull ? orInPulls : ''})`;
  const byThemselves = fragment`SELECT commit.*, [] AS pull_texts FROM (${candidates}) AS commit`;
  const withPulls = fragment`
    WITH pull_commits AS (
      SELECT repo_id, pull_sha, groupUniqArrayArray([title, branch_name]) AS texts
      FROM pull_requests FINAL
      ARRAY JOIN arrayDistinct(arrayConcat(arrayMap(s -> toString(s), commit_shas), [merge_sha, squash_sha])) AS pull_sha
      WHERE ${ofPulls} AND pull_sha != ''
      GROUP BY repo_id, pull_sha
    )
    SELECT commit.*, pull_commits.texts AS pull_texts
    FROM (${candidates}) AS commit
    LEFT JOIN pull_commits ON pull_commits.repo_id = commit.repo_id AND pull_commits.pull_sha = commit.sha`;
  return clickHouse.query({
    name: 'commits_that_may_name',
    ...fragment`${pull ? withPulls : byThemselves} ORDER BY commit.authored_at, commit.repo_id, commit.sha`,
    row: candidateRow,
  });
}
