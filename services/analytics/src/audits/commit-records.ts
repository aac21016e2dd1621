import { z } from 'zod';
import { COUNTS } from '../segments/facts/applied-again.ts';
import { type AuditQuestion, committersOf, milliseconds, ONE_ENTITY, timeField } from './audit-question.ts';

const recordRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  authored: timeField,
  committed: timeField,
  stored: timeField,
  committer_id: z.coerce.number(),
  author_name: z.string(),
  message: z.string(),
  presence: z.string(),
  on_default_branch: z.coerce.boolean(),
  is_scored: z.coerce.boolean(),
  may_count: z.coerce.boolean(),
  delta: z.coerce.number(),
  children: z.array(z.string()),
  branches: z.array(z.string()),
});
export type CommitRecord = Omit<z.infer<typeof recordRow>, 'may_count' | 'author_name' | 'committer_id'> & {
  user_name: string;
  full_name: string;
  /** Whether reports count it. */
  counts: boolean;
};

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

/**
 * What the records of a few commits say, their Diff Delta as reports count it: 0 where a commit does not count. Every table is
 * read by its own order, so that a page costs the same whatever stands beside it.
 */
export async function commitRecords(question: AuditQuestion, commits: CommitKey[]): Promise<Map<string, CommitRecord>> {
  if (commits.length === 0) return new Map();
  const { context, scope } = question;
  const params = {
    entity_id: scope.entityId,
    page_repos: [...new Set(commits.map(({ repo_id: id }) => id))],
    page_repo_ids: commits.map(({ repo_id: id }) => id),
    page_shas: commits.map(({ sha }) => sha),
  };
  const times = commits.map(({ authored_s: time }) => time);
  const known = times.every((time) => time !== undefined) ? times : await timesOf(question, params);
  const rows = await context.clickHouse.query({
    name: 'audit_commit_records',
    sql: `
      SELECT wanted.repo_id AS repo_id, toString(wanted.sha) AS sha, ${milliseconds('wanted.authored_at')} AS authored,
        ${milliseconds('wanted.committed_at')} AS committed, ${milliseconds('wanted.stored_at')} AS stored,
        wanted.committer_id AS committer_id, wanted.author_name AS author_name, wanted.message AS message,
        wanted.presence AS presence, wanted.on_default_branch AS on_default_branch,
        score.repo_id != 0 AS is_scored, round(score.delta, 2) AS delta,
        is_scored AND NOT wanted.is_merge AND wanted.on_default_branch AND wanted.presence = 'existent'
          AND (wanted.repo_id, wanted.sha) NOT IN (${APPLIED_AGAIN}) AS may_count,
        child.shas AS children, pull.branches AS branches
      FROM (
        SELECT * FROM commit_times FINAL WHERE ${OF_PAGE} AND ${AT_PAGE_TIMES} AND (repo_id, sha) IN ${PAGE_COMMITS}
      ) AS wanted
      LEFT JOIN (
        SELECT repo_id, sha, delta FROM sha_scores FINAL WHERE ${OF_PAGE} AND (repo_id, sha) IN ${PAGE_COMMITS}
      ) AS score ON score.repo_id = wanted.repo_id AND score.sha = wanted.sha
      LEFT JOIN (
        SELECT repo_id, parent, arraySort(groupArray(toString(sha))) AS shas
        FROM commit_children FINAL WHERE ${OF_PAGE} AND (repo_id, parent) IN ${PAGE_COMMITS} GROUP BY repo_id, parent
      ) AS child ON child.repo_id = wanted.repo_id AND child.parent = wanted.sha
      LEFT JOIN (
        SELECT repo_id, own_sha, groupUniqArray(branch_name) AS branches
        FROM pull_requests FINAL ARRAY JOIN commit_shas AS own_sha
        WHERE ${OF_PAGE} AND (repo_id, number) IN (
          SELECT repo_id, number FROM commit_pulls WHERE ${OF_PAGE} AND (repo_id, sha) IN ${PAGE_COMMITS})
        GROUP BY repo_id, own_sha
      ) AS pull ON pull.repo_id = wanted.repo_id AND pull.own_sha = wanted.sha`,
    params: { ...params, page_times: [...new Set(known)].map(timeText) },
    row: recordRow,
    settings: ONE_ENTITY,
  });
  const personOf = await committersOf(question);
  return new Map(
    rows.map(({ may_count: mayCount, author_name: authorName, committer_id: committer, ...row }) => {
      const person = personOf(committer);
      const counts = mayCount && person?.processing_status === 'processing_stats';
      const names = { user_name: person?.user_name ?? '', full_name: person?.full_name || authorName };
      return [`${row.repo_id}:${row.sha}`, { ...row, ...names, counts }];
    }),
  );
}

/** When the commits were authored, by their shas: by those that are scored, and of the others by the commits themselves. */
async function timesOf(question: AuditQuestion, params: { page_repo_ids: number[]; page_shas: string[] }) {
  const found = await lookUpTimes(question, 'sha_scores', params);
  const known = new Set(found.map(({ sha }) => sha));
  const left = params.page_shas.flatMap((sha, index) => (known.has(sha) ? [] : index));
  if (left.length > 0) {
    const of = <T>(values: T[]) => values.filter((_, index) => left.includes(index));
    const given = { ...params, page_repo_ids: of(params.page_repo_ids), page_shas: of(params.page_shas) };
    found.push(...(await lookUpTimes(question, 'commits', given)));
  }
  return found.map(({ authored_s: time }) => time);
}

const lookUpTimes = (question: AuditQuestion, table: 'sha_scores' | 'commits', params: Record<string, unknown>) =>
  question.context.clickHouse.query({
    name: 'audit_commit_times',
    sql: `SELECT toString(sha) AS sha, toUnixTimestamp64Second(authored_at) AS authored_s FROM ${table} WHERE ${OF_PAGE} AND (repo_id, ${table}.sha) IN ${PAGE_COMMITS}`,
    params,
    row: z.object({ sha: z.string(), authored_s: z.coerce.number() }),
    settings: ONE_ENTITY,
  });

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
