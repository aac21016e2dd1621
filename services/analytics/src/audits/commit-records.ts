import { z } from 'zod';
import { COUNTS } from '../segments/facts/applied-again.ts';
import { type AuditQuestion, milliseconds, ONE_ENTITY, timeField } from './audit-question.ts';

const recordRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  authored: timeField,
  committed: timeField,
  stored: timeField,
  message: z.string(),
  presence: z.string(),
  on_default_branch: z.coerce.boolean(),
  is_scored: z.coerce.boolean(),
  counts: z.coerce.boolean(),
  delta: z.coerce.number(),
  user_name: z.string(),
  full_name: z.string(),
  children: z.array(z.string()),
  branches: z.array(z.string()),
});
export type CommitRecord = z.infer<typeof recordRow>;

export interface CommitKey {
  repo_id: number;
  sha: string;
  /** Known where commits were listed by time: then nothing is looked up to find it. */
  authored_s?: number;
}

const OF_PAGE = `entity_id = {entity_id:UInt64} AND repo_id IN {page_repos:Array(UInt64)}`;
// As they are bound: what a lambda makes of them finds no rows by the order of a table.
const PAGE_COMMITS = 'arrayZip({page_repo_ids:Array(UInt64)}, {page_shas:Array(String)})';
const PAGE_TIMES = "{page_times:Array(DateTime64(0, 'UTC'))}";
const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * What the records of a few commits say, their Diff Delta as reports count it: 0 where a commit does not count. Every table is
 * read by its own order, so that a page costs the same whatever stands beside it.
 */
export async function commitRecords(question: AuditQuestion, commits: CommitKey[]): Promise<Map<string, CommitRecord>> {
  if (commits.length === 0) return new Map();
  const { clickHouse } = question.context;
  const params = {
    entity_id: question.scope.entityId,
    page_repos: [...new Set(commits.map(({ repo_id: id }) => id))],
    page_repo_ids: commits.map(({ repo_id: id }) => id),
    page_shas: commits.map(({ sha }) => sha),
  };
  const times = commits.map(({ authored_s: time }) => time);
  const known = times.every((time) => time !== undefined) ? times : await timesOf(question, params);
  const rows = await clickHouse.query({
    name: 'audit_commit_records',
    sql: `
      WITH wanted AS (
        SELECT * FROM commit_times FINAL WHERE ${OF_PAGE} AND authored_at IN ${PAGE_TIMES} AND (repo_id, sha) IN ${PAGE_COMMITS}
      ), scores AS (
        SELECT repo_id, sha, delta FROM commit_scores FINAL
        WHERE ${OF_PAGE} AND authored_at IN ${PAGE_TIMES} AND (repo_id, sha) IN ${PAGE_COMMITS}
      )
      SELECT wanted.repo_id AS repo_id, toString(wanted.sha) AS sha, ${milliseconds('wanted.authored_at')} AS authored,
        ${milliseconds('wanted.committed_at')} AS committed, ${milliseconds('wanted.stored_at')} AS stored,
        wanted.message AS message, wanted.presence AS presence, wanted.on_default_branch AS on_default_branch,
        score.repo_id != 0 AS is_scored, round(score.delta, 2) AS delta,
        is_scored AND NOT wanted.is_merge AND wanted.on_default_branch AND wanted.presence = 'existent'
          AND person.processing_status = 'processing_stats'
          AND (wanted.repo_id, wanted.sha) NOT IN (
            SELECT copy.2, copy.3 FROM (
              SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
              FROM commit_scores FINAL
              WHERE entity_id = {entity_id:UInt64} AND authored_at IN ${PAGE_TIMES} AND ${COUNTS} AND patch_id != ''
              GROUP BY patch_id, committer_id, authored_at HAVING count() > 1
            )) AS counts,
        person.user_name AS user_name, if(person.full_name = '', wanted.author_name, person.full_name) AS full_name,
        child.shas AS children, pull.branches AS branches
      FROM wanted
      LEFT JOIN scores AS score ON score.repo_id = wanted.repo_id AND score.sha = wanted.sha
      LEFT JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
        ON identity.committer_id = wanted.committer_id
      LEFT JOIN (SELECT committer_id, user_name, full_name, processing_status FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS person
        ON person.committer_id = identity.primary_id
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
  return new Map(rows.map((row) => [`${row.repo_id}:${row.sha}`, row]));
}

/** When the commits were authored, by their shas. */
async function timesOf(question: AuditQuestion, params: Record<string, unknown>): Promise<number[]> {
  const rows = await question.context.clickHouse.query({
    name: 'audit_commit_times',
    sql: `SELECT DISTINCT toUnixTimestamp64Second(authored_at) AS authored_s FROM commits WHERE ${OF_PAGE} AND (repo_id, sha) IN ${PAGE_COMMITS}`,
    params,
    row: z.object({ authored_s: z.coerce.number() }),
    settings: ONE_ENTITY,
  });
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
