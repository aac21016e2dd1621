import { z } from 'zod';
import { COUNTS, copiesInScope } from '../segments/copied-commits.ts';
import { IN_REPOS, OF_ENTITY, personOf } from '../segments/segment-view.ts';
import { type CommitFacts, commitKey, commitLookup, PULL } from '../store/sha-facts.ts';
import { bindTemplate, fragment, type SqlTemplate, template, templateParam } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD } from './audit-query.ts';
import { type PullBranch, readCommitBranches } from './commit-branches.ts';
import { type CommitCopies, furtherCopies, repeatedCommits } from './commit-copies.ts';
import { readCommitFacts } from './commit-facts.ts';
import { type CommitChoice, IN_SPAN, listedCommits, ofChosen, spanValues } from './commit-keys.ts';
import { type CommitKey, commitName } from './commit-name.ts';
import { primariesIn } from './identity-lists.ts';
import { mapInTurns } from './in-turns.ts';
import { newest, timeField } from './row-fields.ts';

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
  /** Whether reports count it, or the phases of pull requests, which do on any branch. */
  counts: boolean;
  delta: number;
  children: string[];
  branches: string[];
}

const AT_PAGE_TIMES = template`authored_at IN ${templateParam('page_times', "Array(DateTime64(0, 'UTC'))")}`;

const IS_CHANGE = `presence = 'existent' AND NOT is_merge`;

const KEY = commitKey('repo_id', 'toString(sha)');

/** Of commits of pull requests that make the same change, by the same author at the same time, all but the one committed first. */
const copiesInPulls = (atTimes: SqlTemplate): SqlTemplate => template`
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${atTimes}
      AND (repo_id, sha) IN (
        SELECT repo_id, sha FROM commit_times FINAL
        WHERE ${OF_ENTITY} AND authored_at IN (SELECT authored_at FROM commit_copies WHERE ${OF_ENTITY} AND ${atTimes}) AND ${IS_CHANGE})
      AND ${KEY} IN (
        SELECT commit_key FROM sha_facts
        WHERE ${OF_ENTITY} AND lookup IN (SELECT ${commitLookup('repo_id', 'toString(sha)')} FROM commit_copies WHERE ${OF_ENTITY} AND ${atTimes})
          AND arrayExists(name -> startsWith(name, '${PULL}'), mapKeys(facts)))
    GROUP BY copy_group, ${personOf('committer_id')})`;

/** What counts, apart from copies, and the copies, by the question: on the default branch, or in pull requests. */
const COUNTING = {
  reports: { counts: COUNTS, copies: copiesInScope },
  pull_requests: { counts: IS_CHANGE, copies: copiesInPulls },
};
type CountedIn = keyof typeof COUNTING;

/** Commits, with those that they may be copies of. */
interface CommitsToRead {
  chosen: CommitChoice;
  wanted: CommitChoice;
  /** Null where they are not known, or a large span is read: a statement then looks them up itself. */
  copies: CommitCopies | null;
  countedIn: CountedIn;
}

export function commitsToRead(query: AuditQuery, chosen: CommitChoice, countedIn: CountedIn): CommitsToRead {
  const copies = chosen.span ? null : query.context.copies.find(query.scopeParams.entity_id, query.queryScope.stamp);
  const wanted = copies ? withCopies(query, chosen, countedIn, copies) : chosen;
  return { chosen, wanted, copies, countedIn };
}

/** What is read anyway. */
interface Known {
  /** Facts of all commits that are wanted, and maybe of others. */
  facts?: Promise<CommitFacts[]>;
  /** The branches of other pull requests that hold a commit are looked up. */
  pulls?: readonly PullBranch[];
}

/**
 * Records of some commits, with their Diff Delta as reports count it: 0 where a commit does not count. Every table is read by its
 * own order, so that a page costs the same whatever else is stored.
 */
export async function readCommitRecords(
  query: AuditQuery,
  { chosen, wanted, copies, countedIn }: CommitsToRead,
  known: Known = {},
): Promise<Map<string, CommitRecord>> {
  if (chosen.keys.length === 0) return new Map();
  const { facts, branches, rows } = await readParts(query, wanted, countedIn, known, copies !== null);
  const factsOf = new Map(facts.map((one) => [commitName(one), one]));
  const newestRows = newest(rows, commitName);
  const repeated = copies && findRepeated(query, chosen, countedIn, { copies, factsOf, rows: newestRows });
  const primaryOf = primariesIn(query.queryScope);
  return new Map(
    await mapInTurns(
      [...newestRows],
      ([name, { may_count: mayCount, author_name: author, committer_id: committer, ...row }]): [
        string,
        CommitRecord,
      ] => {
        const person = primaryOf(committer);
        const known = factsOf.get(name);
        return [
          name,
          {
            ...row,
            user_name: person?.user_name ?? '',
            full_name: person?.full_name || author,
            is_scored: known?.is_scored === true,
            counts:
              mayCount &&
              !repeated?.has(name) &&
              known?.is_scored === true &&
              person?.processing_status === 'processing_stats',
            delta: known?.delta ?? 0,
            children: known?.children ?? [],
            branches: branches.get(name) ?? [],
          },
        ];
      },
    ),
  );
}

/** Which of the copies count in pull requests is known of none but by its own records. */
function withCopies(
  { scopeParams: { every_repo: every, repo_ids: repoIds } }: AuditQuery,
  chosen: CommitChoice,
  countedIn: CountedIn,
  copies: CommitCopies,
): CommitChoice {
  if (countedIn === 'reports') return chosen;
  const further = furtherCopies(copies, chosen.keys).filter((copy) => every || repoIds.includes(copy.repo_id));
  return further.length > 0 ? listedCommits([...chosen.keys, ...further]) : chosen;
}

interface Found {
  copies: CommitCopies;
  factsOf: ReadonlyMap<string, CommitFacts>;
  rows: ReadonlyMap<string, z.output<typeof commitRow>>;
}

/** The same as the statements of `COUNTING` find. */
function findRepeated(
  { scopeParams }: AuditQuery,
  { keys }: CommitChoice,
  countedIn: CountedIn,
  { copies, factsOf, rows }: Found,
): Set<string> {
  const { every_asked: everyAsked, asked_repo_ids: asked } = scopeParams;
  return repeatedCommits(copies, keys, scopeParams, (copy) => {
    if (countedIn === 'reports') return copy.counts && (everyAsked || asked.includes(copy.repo_id));
    const name = commitName(copy);
    return rows.get(name)?.may_count === true && (factsOf.get(name)?.pulls.length ?? 0) > 0;
  });
}

async function readParts(
  query: AuditQuery,
  chosen: CommitChoice,
  countedIn: CountedIn,
  { facts: factsUnderWay, pulls = [] }: Known,
  knowsCopies: boolean,
) {
  if (chosen.span) {
    const { facts } = chosen.span;
    const [branches, rows] = await Promise.all([
      readCommitBranches(query, facts, pulls),
      readCommits(query, chosen, [], countedIn, knowsCopies),
    ]);
    return { facts, branches, rows };
  }
  const reading = factsUnderWay?.then((all) => onlyOf(all, chosen)) ?? readCommitFacts(query, chosen.keys);
  const [facts, branches, rows] = await Promise.all([
    reading,
    reading.then((found) => readCommitBranches(query, found, pulls)),
    readListed(query, chosen, reading, countedIn, knowsCopies),
  ]);
  return { facts, branches, rows };
}

function onlyOf(facts: CommitFacts[], { keys }: CommitChoice): CommitFacts[] {
  const names = new Set(keys.map(commitName));
  return facts.filter((one) => names.has(commitName(one)));
}

/** At the times that are named with them, and the others where they are found: a code host may name none, or another than git. */
async function readListed(
  query: AuditQuery,
  chosen: CommitChoice,
  facts: Promise<CommitFacts[]>,
  countedIn: CountedIn,
  knowsCopies: boolean,
) {
  const named = chosen.keys.flatMap((commit) => commit.authored_s ?? []);
  const rows = named.length > 0 ? await readCommits(query, chosen, named, countedIn, knowsCopies) : [];
  const found = new Set(rows.map(commitName));
  const rest = chosen.keys.filter((commit) => !found.has(commitName(commit)));
  const times = rest.length > 0 ? await timesOf(query, rest, await facts) : [];
  if (times.length === 0) return rows;
  return [...rows, ...(await readCommits(query, listedCommits(rest), times, countedIn, knowsCopies))];
}

/** When commits were authored; what is not scored yet is looked up. */
async function timesOf(
  query: AuditQuery,
  commits: readonly CommitKey[],
  facts: readonly CommitFacts[],
): Promise<number[]> {
  const scored = new Map(facts.filter((one) => one.is_scored).map((one) => [commitName(one), one.authored_s]));
  const unscored = commits.filter((commit) => !scored.has(commitName(commit)));
  const read = unscored.length > 0 ? await readTimes(query, listedCommits(unscored)) : [];
  return [...commits.flatMap((commit) => scored.get(commitName(commit)) ?? []), ...read];
}

async function readTimes(query: AuditQuery, chosen: CommitChoice): Promise<number[]> {
  const rows = await query.context.clickHouse.query({
    name: 'audit_commit_times',
    ...fragment`SELECT DISTINCT toUnixTimestamp64Second(authored_at) AS authored_s FROM commits
       WHERE ${ofChosen(query, chosen, 'sha')}`,
    row: z.object({ authored_s: z.coerce.number() }),
    settings: ONE_THREAD,
  });
  return rows.map(({ authored_s: time }) => time);
}

function readCommits(
  query: AuditQuery,
  chosen: CommitChoice,
  times: number[],
  countedIn: CountedIn,
  knowsCopies: boolean,
) {
  const { counts, copies } = COUNTING[countedIn];
  const { span } = chosen;
  const atTimes = span ? IN_SPAN : AT_PAGE_TIMES;
  const values = {
    ...query.scopeParams,
    ...(span ? spanValues(span) : { page_times: [...new Set(times)] }),
  };
  const isNoCopy = fragment` AND (repo_id, sha) NOT IN (${bindTemplate(copies(atTimes), values)})`;
  return query.context.clickHouse.query({
    name: 'audit_commit_records',
    ...fragment`SELECT repo_id, sha, authored_at AS authored, committed_at AS committed,
       stored_at AS stored, committer_id, author_name, message, presence, on_default_branch, version,
       ${counts}${knowsCopies ? '' : isNoCopy} AS may_count
     FROM commit_times WHERE ${ofChosen(query, chosen, 'sha')} AND ${bindTemplate(atTimes, values)}`,
    row: commitRow,
    settings: ONE_THREAD,
  });
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
