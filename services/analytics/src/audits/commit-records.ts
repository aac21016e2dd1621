import { z } from 'zod';
import { COUNTS, copiesInScope } from '../segments/copied-commits.ts';
import { IN_REPOS, OF_ENTITY, personOf } from '../segments/segment-view.ts';
import { bindTemplate, fragment, type SqlFragment, template, templateParam } from '../store/sql.ts';
import { type AuditQuery, ONE_ENTITY, ofScores } from './audit-query.ts';
import { readCommitBranches } from './commit-branches.ts';
import { type CommitKey, commitName, ofPageRepos, pageCommits } from './commit-keys.ts';
import { primariesIn } from './identity-lists.ts';
import { milliseconds, newest, timeField } from './row-fields.ts';

const keyed = { repo_id: z.coerce.number(), sha: z.string() };
const version = z.coerce.number();
const commitRow = z.object({
  ...keyed,
  authored: timeField,
  committed: timeField,
  stored: timeField,
  committer_id: z.coerce.number(),
  author_name: z.string(),
  message: z.string(),
  presence: z.string(),
  on_default_branch: z.coerce.boolean(),
  may_count: z.coerce.boolean(),
  may_count_in_pulls: z.coerce.boolean(),
  version,
});

export interface CommitRecord
  extends Pick<z.output<typeof commitRow>, 'repo_id' | 'sha' | 'authored' | 'committed' | 'stored'> {
  message: string;
  presence: string;
  on_default_branch: boolean;
  user_name: string;
  full_name: string;
  is_scored: boolean;
  /** Whether reports count it. */
  counts: boolean;
  /** Whether the phases of pull requests count it, where it is in one: on any branch. */
  counts_in_pulls: boolean;
  delta: number;
  children: string[];
  branches: string[];
}

const AT_PAGE_TIMES = template`authored_at IN ${templateParam('page_times', "Array(DateTime64(0, 'UTC'))")}`;
const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

const IS_CHANGE = `presence = 'existent' AND NOT is_merge`;

/** Of commits of pull requests that make the same change, by the same author at the same time, all but the one committed first. */
const COPIES_IN_PULLS = template`
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${AT_PAGE_TIMES}
      AND (repo_id, sha) IN (SELECT repo_id, sha FROM commit_times FINAL WHERE ${OF_ENTITY} AND ${AT_PAGE_TIMES} AND ${IS_CHANGE})
      AND (repo_id, sha) IN (
        SELECT repo_id, sha FROM commit_pulls
        WHERE ${OF_ENTITY} AND (repo_id, sha) IN (SELECT repo_id, sha FROM commit_copies WHERE ${OF_ENTITY} AND ${AT_PAGE_TIMES}))
    GROUP BY copy_group, ${personOf('committer_id')})`;

/**
 * Records of a few commits, with their Diff Delta as reports count it: 0 where a commit does not count. Every table is read by its
 * own order, so that a page costs the same whatever else is stored, and without FINAL, since few rows have few versions.
 */
export async function readCommitRecords(query: AuditQuery, commits: CommitKey[]): Promise<Map<string, CommitRecord>> {
  if (commits.length === 0) return new Map();
  const ofPage = ofPageRepos(query, commits);
  const [scored, childrenOf, branches] = await Promise.all([
    readScores(query, ofPage, commits),
    readChildren(query, ofPage, commits),
    readCommitBranches(query, commits),
  ]);
  const scores = newest(scored, commitName);
  const times = commits.flatMap((commit) => commit.authored_s ?? scores.get(commitName(commit))?.authored_s ?? []);
  const untimed = commits.filter((commit) => commit.authored_s === undefined && !scores.has(commitName(commit)));
  if (untimed.length > 0) times.push(...(await readTimes(query, ofPage, untimed)));
  const rows = await readCommits(query, ofPage, commits, times);
  const primaryOf = primariesIn(query.queryScope);
  return new Map(
    [...newest(rows, commitName)].map(
      ([
        name,
        {
          may_count: mayCount,
          may_count_in_pulls: mayCountInPulls,
          author_name: author,
          committer_id: committer,
          ...row
        },
      ]) => {
        const person = primaryOf(committer);
        const score = scores.get(name);
        const isProcessed = score !== undefined && person?.processing_status === 'processing_stats';
        return [
          name,
          {
            ...row,
            user_name: person?.user_name ?? '',
            full_name: person?.full_name || author,
            is_scored: score !== undefined,
            counts: isProcessed && mayCount,
            counts_in_pulls: isProcessed && mayCountInPulls,
            delta: score?.delta ?? 0,
            children: (childrenOf.get(name) ?? []).map(({ sha }) => sha),
            branches: branches.get(name) ?? [],
          },
        ];
      },
    ),
  );
}

const readScores = (query: AuditQuery, ofPage: SqlFragment, commits: CommitKey[]) =>
  query.context.clickHouse.query({
    name: 'audit_commit_scores',
    ...fragment`SELECT repo_id, toString(sha) AS sha, toUnixTimestamp64Second(authored_at) AS authored_s, round(delta, 2) AS delta, version
       FROM sha_scores WHERE ${ofPage} AND ${ofScores(query)} AND (repo_id, sha_scores.sha) IN ${pageCommits(commits)}`,
    row: z.object({ ...keyed, authored_s: z.coerce.number(), delta: z.coerce.number(), version }),
    settings: ONE_ENTITY,
  });

async function readChildren({ context }: AuditQuery, ofPage: SqlFragment, commits: CommitKey[]) {
  const children = await context.clickHouse.query({
    name: 'audit_commit_children',
    ...fragment`SELECT DISTINCT repo_id, toString(parent) AS parent, toString(sha) AS sha
       FROM commit_children WHERE ${ofPage} AND (repo_id, commit_children.parent) IN ${pageCommits(commits)} ORDER BY sha`,
    row: z.object({ ...keyed, parent: z.string() }),
    settings: ONE_ENTITY,
  });
  return Map.groupBy(children, ({ repo_id, parent }) => commitName({ repo_id, sha: parent }));
}

/** When commits that are not scored yet were authored. */
async function readTimes({ context }: AuditQuery, ofPage: SqlFragment, commits: CommitKey[]): Promise<number[]> {
  const rows = await context.clickHouse.query({
    name: 'audit_commit_times',
    ...fragment`SELECT DISTINCT toUnixTimestamp64Second(authored_at) AS authored_s FROM commits WHERE ${ofPage} AND (repo_id, sha) IN ${pageCommits(commits)}`,
    row: z.object({ authored_s: z.coerce.number() }),
    settings: ONE_ENTITY,
  });
  return rows.map(({ authored_s: time }) => time);
}

function readCommits(query: AuditQuery, ofPage: SqlFragment, commits: CommitKey[], times: number[]) {
  const values = { ...query.scopeParams, page_times: [...new Set(times)].map(timeText) };
  return query.context.clickHouse.query({
    name: 'audit_commit_records',
    ...fragment`SELECT repo_id, toString(sha) AS sha, ${milliseconds('authored_at')} AS authored, ${milliseconds('committed_at')} AS committed,
       ${milliseconds('stored_at')} AS stored, committer_id, author_name, message, presence, on_default_branch, version,
       ${COUNTS} AND (repo_id, commit_times.sha) NOT IN (${bindTemplate(copiesInScope(AT_PAGE_TIMES), values)}) AS may_count,
       ${IS_CHANGE} AND (repo_id, commit_times.sha) NOT IN (${bindTemplate(COPIES_IN_PULLS, values)}) AS may_count_in_pulls
     FROM commit_times WHERE ${ofPage} AND ${bindTemplate(AT_PAGE_TIMES, values)} AND (repo_id, commit_times.sha) IN ${pageCommits(commits)}`,
    row: commitRow,
    settings: ONE_ENTITY,
  });
}

export const stateOf = (record: CommitRecord, counts = record.counts): string =>
  counts ? 'analysis_complete' : record.is_scored ? 'ignored' : 'pending';

/** What commits of audits and of pull requests share, each under the two names that the spec has for it. */
export function bothNames(record: CommitRecord, repoPath: string, counts = record.counts) {
  const state = stateOf(record, counts);
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
