import { z } from 'zod';
import { COUNTS } from '../segments/facts/applied-again.ts';
import { type AuditQuestion, committersOf, milliseconds, newest, ONE_ENTITY, timeField } from './audit-question.ts';

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
  /** Whether reports count it. */
  counts: boolean;
  delta: number;
  children: string[];
  branches: string[];
}

export interface CommitKey {
  repo_id: number;
  sha: string;
  /** Known where commits were listed by time: then nothing is looked up to find it. */
  authored_s?: number;
}

const OF_ENTITY = 'entity_id = {entity_id:UInt64}';
const OF_PAGE = `${OF_ENTITY} AND repo_id IN {page_repos:Array(UInt64)}`;
// As they are bound: what a lambda makes of them finds no rows by the order of a table.
const PAGE_COMMITS = 'arrayZip({page_repo_ids:Array(UInt64)}, {page_shas:Array(String)})';
const AT_PAGE_TIMES = "authored_at IN {page_times:Array(DateTime64(0, 'UTC'))}";
const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Those of the page's moments that were applied before, in whatever repo: patches are read only of those who authored twice in one
 * second; that first look needs no FINAL, for an old version too many changes nothing.
 */
const APPLIED_AGAIN = `
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM sha_scores FINAL
    WHERE ${OF_ENTITY} AND patch_id != '' AND (repo_id, sha) IN (
      SELECT repo_id, sha FROM commit_times FINAL
      WHERE ${OF_ENTITY} AND ${AT_PAGE_TIMES} AND ${COUNTS} AND (committer_id, authored_at) IN (
        SELECT committer_id, authored_at FROM commit_times WHERE ${OF_ENTITY} AND ${AT_PAGE_TIMES}
        GROUP BY committer_id, authored_at HAVING count() > 1))
    GROUP BY patch_id, committer_id, authored_at HAVING count() > 1)`;

const nameOf = ({ repo_id: repoId, sha }: CommitKey): string => `${repoId}:${sha}`;

/**
 * What the records of a few commits say, their Diff Delta as reports count it: 0 where a commit does not count. Every table is
 * read by its own order, so that a page costs the same whatever stands beside it, and without FINAL: of a few rows the
 * newest version is soon found.
 */
export async function commitRecords(question: AuditQuestion, commits: CommitKey[]): Promise<Map<string, CommitRecord>> {
  if (commits.length === 0) return new Map();
  const params = {
    entity_id: question.scope.entityId,
    page_repos: [...new Set(commits.map(({ repo_id: id }) => id))],
    page_repo_ids: commits.map(({ repo_id: id }) => id),
    page_shas: commits.map(({ sha }) => sha),
  };
  const look = <Row extends z.ZodType>(name: string, sql: string, row: Row, more: Record<string, unknown> = {}) =>
    question.context.clickHouse.query({ name, sql, params: { ...params, ...more }, row, settings: ONE_ENTITY });

  const [scored, children, branches, committerOf] = await Promise.all([
    look(
      'audit_commit_scores',
      `SELECT repo_id, toString(sha) AS sha, toUnixTimestamp64Second(authored_at) AS authored_s, round(delta, 2) AS delta, version
       FROM sha_scores WHERE ${OF_PAGE} AND (repo_id, sha_scores.sha) IN ${PAGE_COMMITS}`,
      z.object({ ...keyed, authored_s: z.coerce.number(), delta: z.coerce.number(), version }),
    ),
    look(
      'audit_commit_children',
      `SELECT DISTINCT repo_id, toString(parent) AS parent, toString(sha) AS sha
       FROM commit_children WHERE ${OF_PAGE} AND (repo_id, commit_children.parent) IN ${PAGE_COMMITS} ORDER BY sha`,
      z.object({ ...keyed, parent: z.string() }),
    ),
    branchesOf(look),
    committersOf(question),
  ]);
  const scores = newest(scored, nameOf);
  const times = commits.flatMap((commit) => commit.authored_s ?? scores.get(nameOf(commit))?.authored_s ?? []);
  const untold = commits.filter((commit) => commit.authored_s === undefined && !scores.has(nameOf(commit)));
  if (untold.length > 0) times.push(...(await timesOf(look, untold)));
  const rows = await look(
    'audit_commit_records',
    `SELECT repo_id, toString(sha) AS sha, ${milliseconds('authored_at')} AS authored, ${milliseconds('committed_at')} AS committed,
       ${milliseconds('stored_at')} AS stored, committer_id, author_name, message, presence, on_default_branch, version,
       ${COUNTS} AND (repo_id, commit_times.sha) NOT IN (${APPLIED_AGAIN}) AS may_count
     FROM commit_times WHERE ${OF_PAGE} AND ${AT_PAGE_TIMES} AND (repo_id, commit_times.sha) IN ${PAGE_COMMITS}`,
    commitRow,
    { page_times: [...new Set(times)].map(timeText) },
  );
  const childrenOf = Map.groupBy(children, ({ repo_id, parent }) => nameOf({ repo_id, sha: parent }));
  return new Map(
    [...newest(rows, nameOf)].map(
      ([name, { may_count: mayCount, author_name: author, committer_id: committer, ...row }]) => {
        const person = committerOf(committer);
        const score = scores.get(name);
        return [
          name,
          {
            ...row,
            user_name: person?.user_name ?? '',
            full_name: person?.full_name || author,
            is_scored: score !== undefined,
            counts: score !== undefined && mayCount && person?.processing_status === 'processing_stats',
            delta: score?.delta ?? 0,
            children: (childrenOf.get(name) ?? []).map(({ sha }) => sha),
            branches: branches.get(name) ?? [],
          },
        ];
      },
    ),
  );
}

type Look = <Row extends z.ZodType>(
  name: string,
  sql: string,
  row: Row,
  more?: Record<string, unknown>,
) => Promise<z.output<Row>[]>;

/** The branches of the pull requests that hold each commit. A request's newest version names those that it still holds. */
async function branchesOf(look: Look): Promise<Map<string, string[]>> {
  const holding = await look(
    'audit_commit_pulls',
    `SELECT repo_id, toString(sha) AS sha, number, max(version) AS newest FROM commit_pulls
     WHERE ${OF_PAGE} AND (repo_id, commit_pulls.sha) IN ${PAGE_COMMITS} GROUP BY repo_id, sha, number`,
    z.object({ ...keyed, number: z.coerce.number(), newest: version }),
  );
  if (holding.length === 0) return new Map();
  const pullOf = ({ repo_id: repoId, number }: { repo_id: number; number: number }) => `${repoId} ${number}`;
  const wanted = [...new Map(holding.map((row) => [pullOf(row), row])).values()];
  const pulls = await look(
    'audit_branches',
    `SELECT repo_id, number, branch_name, version FROM pull_requests
     WHERE ${OF_PAGE} AND (repo_id, number) IN arrayZip({pull_repos:Array(UInt64)}, {pull_numbers:Array(UInt32)})`,
    z.object({ repo_id: z.coerce.number(), number: z.coerce.number(), branch_name: z.string(), version }),
    { pull_repos: wanted.map(({ repo_id: id }) => id), pull_numbers: wanted.map(({ number }) => number) },
  );
  const current = newest(pulls, pullOf);
  const branches = new Map<string, string[]>();
  for (const row of holding) {
    const pull = current.get(pullOf(row));
    if (pull?.version !== row.newest) continue;
    const known = branches.get(nameOf(row)) ?? [];
    if (!known.includes(pull.branch_name)) branches.set(nameOf(row), [...known, pull.branch_name]);
  }
  return branches;
}

/** When commits that are not scored yet were authored. */
async function timesOf(look: Look, commits: CommitKey[]): Promise<number[]> {
  const rows = await look(
    'audit_commit_times',
    `SELECT DISTINCT toUnixTimestamp64Second(authored_at) AS authored_s FROM commits WHERE ${OF_PAGE} AND (repo_id, sha) IN ${PAGE_COMMITS}`,
    z.object({ authored_s: z.coerce.number() }),
    { page_repo_ids: commits.map(({ repo_id: id }) => id), page_shas: commits.map(({ sha }) => sha) },
  );
  return rows.map(({ authored_s: time }) => time);
}

export const stateOf = (record: CommitRecord): string =>
  record.counts ? 'analysis_complete' : record.is_scored ? 'ignored' : 'pending';

/** Where a commit stands: the default branch, or the branches of the pull requests that hold it. */
export function sitesOf(question: AuditQuestion, record: CommitRecord) {
  const repo = question.scope.repos.find(({ id }) => id === record.repo_id);
  const branches = [
    ...(record.on_default_branch && repo?.defaultBranch ? [repo.defaultBranch] : []),
    ...record.branches.toSorted(),
  ];
  return [{ branches, current_branch: branches[0] ?? null, committed_at: record.committed, sha: record.sha }];
}
