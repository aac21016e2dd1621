import { z } from 'zod';
import { bindTemplate, bound, fragment, template, templateParam } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD } from './audit-query.ts';
import { type PullBranches, readCommitBranches } from './commit-branches.ts';
import { type CommitFacts, readCommitFacts } from './commit-facts.ts';
import { type CommitChoice, commitName, listedCommits, ofPageRepos, timeText } from './commit-keys.ts';
import { type CommitRow, commitColumns, commitRow } from './commit-rows.ts';
import { ofEntity } from './conditions.ts';
import { primariesIn } from './identity-lists.ts';
import { mapInTurns } from './in-turns.ts';
import { newest } from './row-fields.ts';

export interface CommitRecord extends Pick<CommitRow, 'repo_id' | 'sha' | 'authored' | 'committed' | 'stored'> {
  message: string;
  presence: string;
  on_default_branch: boolean;
  user_name: string;
  full_name: string;
  is_scored: boolean;
  /** Whether reports count it, or the phases of pull requests, which do on any branch. */
  counts: boolean;
  delta: number;
  children: string[];
  branches: string[];
}

const AT_PAGE_TIMES = template`authored_at IN ${templateParam('page_times', "Array(DateTime64(0, 'UTC'))")}`;

/** Records of commits that a page lists, with their Diff Delta as reports count it: 0 where a commit does not count. */
export async function completeCommits(
  query: AuditQuery,
  rows: readonly CommitRow[],
  chosen: CommitChoice,
): Promise<Map<string, CommitRecord>> {
  if (rows.length === 0) return new Map();
  const found = await readCommitFacts(query, chosen);
  const named = new Set(found.map(commitName));
  // What a correction took out of the span after the page was listed.
  const missed = chosen.span ? rows.filter((row) => !named.has(commitName(row))) : [];
  const facts = missed.length > 0 ? [...found, ...(await readCommitFacts(query, listedCommits(missed)))] : found;
  return recordsOf(query, rows, facts, await readCommitBranches(query, facts, new Map()));
}

/**
 * Records of the commits of pull requests, as their phases count them. Every table is read by its own order, so that a page costs
 * the same whatever else is stored, and without FINAL, since few rows have few versions.
 */
export async function readPullCommits(
  query: AuditQuery,
  chosen: CommitChoice,
  /** Pull requests that are being read anyway: the branches of others that hold a commit are looked up. */
  knownPulls: Promise<PullBranches>,
): Promise<Map<string, CommitRecord>> {
  if (chosen.keys.length === 0) return new Map();
  const reading = readCommitFacts(query, chosen);
  const [facts, branches, rows] = await Promise.all([
    reading,
    reading.then(async (found) => readCommitBranches(query, found, await knownPulls)),
    timesOf(query, chosen, reading).then((times) => readCommitRows(query, chosen, times)),
  ]);
  return recordsOf(query, [...newest(rows, commitName).values()], facts, branches);
}

async function recordsOf(
  query: AuditQuery,
  rows: readonly CommitRow[],
  facts: readonly CommitFacts[],
  branches: ReadonlyMap<string, string[]>,
): Promise<Map<string, CommitRecord>> {
  const factsOf = new Map(facts.map((one) => [commitName(one), one]));
  const primaryOf = primariesIn(query.queryScope);
  return new Map(
    await mapInTurns(
      rows,
      ({ may_count: mayCount, author_name: author, committer_id: committer, ...row }): [string, CommitRecord] => {
        const name = commitName(row);
        const person = primaryOf(committer);
        const known = factsOf.get(name);
        return [
          name,
          {
            ...row,
            user_name: person?.user_name ?? '',
            full_name: person?.full_name || author,
            is_scored: known?.is_scored === true,
            counts: mayCount && known?.is_scored === true && person?.processing_status === 'processing_stats',
            delta: known?.delta ?? 0,
            children: known?.children ?? [],
            branches: branches.get(name) ?? [],
          },
        ];
      },
    ),
  );
}

/** When the commits were authored, where they were not found by time; what is not scored yet is looked up. */
async function timesOf(query: AuditQuery, { keys }: CommitChoice, reading: Promise<CommitFacts[]>): Promise<number[]> {
  const known = keys.flatMap((commit) => commit.authored_s ?? []);
  if (known.length === keys.length) return known;
  const scored = (await reading).filter((commit) => commit.is_scored);
  const named = new Set(scored.map(commitName));
  const untimed = keys.filter((commit) => commit.authored_s === undefined && !named.has(commitName(commit)));
  const read = untimed.length > 0 ? await readTimes(query, listedCommits(untimed)) : [];
  return [...known, ...scored.map((commit) => commit.authored_s), ...read];
}

async function readTimes(query: AuditQuery, { keys, includes }: CommitChoice): Promise<number[]> {
  const rows = await query.context.clickHouse.query({
    name: 'audit_commit_times',
    ...fragment`SELECT DISTINCT toUnixTimestamp64Second(authored_at) AS authored_s FROM commits
       WHERE ${ofPageRepos(query, keys)} AND ${includes('sha')}`,
    row: z.object({ authored_s: z.coerce.number() }),
    settings: ONE_THREAD,
  });
  return rows.map(({ authored_s: time }) => time);
}

/** By the times, which the table is in the order of; as text the shas are not looked for in its index, which would only take longer. */
async function readCommitRows(query: AuditQuery, { keys }: CommitChoice, times: number[]): Promise<CommitRow[]> {
  const values = { ...query.scopeParams, page_times: [...new Set(times)].map(timeText) };
  const shas = bound('page_shas', 'Array(String)', [...new Set(keys.map(({ sha }) => sha))]);
  const rows = await query.context.clickHouse.query({
    name: 'audit_commit_records',
    ...fragment`SELECT ${commitColumns('commit_times', 'pull_requests', AT_PAGE_TIMES, values)}
     FROM commit_times WHERE ${ofEntity(query)} AND ${bindTemplate(AT_PAGE_TIMES, values)} AND toString(commit_times.sha) IN ${shas}`,
    row: commitRow,
    settings: ONE_THREAD,
  });
  const wanted = new Set(keys.map(commitName));
  return rows.filter((row) => wanted.has(commitName(row)));
}

export const stateOf = (record: CommitRecord): string =>
  record.counts ? 'analysis_complete' : record.is_scored ? 'ignored' : 'pending';

/** What commits of audits and of pull requests share, each under the two names that the spec has for it. */
export function bothNames(record: CommitRecord, repoPath: string) {
  const state = stateOf(record);
  return {
    contributor: { full_name: record.full_name, username: record.user_name, user_name: record.user_name },
    presence: record.presence,
    presence_em: record.presence,
    state,
    state_em: state,
    repo: repoPath,
    repo_path: repoPath,
  };
}

/** The branches of a commit: the default branch, or those of the pull requests that hold it. */
export function sitesOf(query: AuditQuery, record: CommitRecord) {
  const repo = query.queryScope.scope.repos.find(({ id }) => id === record.repo_id);
  const branches = [
    ...(record.on_default_branch && repo?.defaultBranch ? [repo.defaultBranch] : []),
    ...record.branches.toSorted(),
  ];
  return [{ branches, current_branch: branches[0] ?? null, committed_at: record.committed, sha: record.sha }];
}
