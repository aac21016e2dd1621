import { z } from 'zod';
import { type AuditQuestion, milliseconds, timeField } from './audit-question.ts';

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

/** What the records of a few commits say, their Diff Delta as reports count it: 0 where a commit does not count. */
export async function commitRecords(
  question: AuditQuestion,
  commits: { repo_id: number; sha: string }[],
): Promise<Map<string, CommitRecord>> {
  if (commits.length === 0) return new Map();
  const repoIds = [...new Set(commits.map(({ repo_id: id }) => id))];
  const shas = [...new Set(commits.map(({ sha }) => sha))];
  const here = `entity_id = {entity_id:UInt64} AND repo_id IN {page_repos:Array(UInt64)}`;
  const rows = await question.context.clickHouse.query({
    name: 'audit_commit_records',
    sql: `
      WITH wanted AS (SELECT * FROM commits FINAL WHERE ${here} AND sha IN {page_shas:Array(String)}),
      scores AS (SELECT * FROM commit_scores FINAL WHERE ${here} AND sha IN {page_shas:Array(String)}
        AND authored_at IN (SELECT authored_at FROM wanted))
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
              WHERE entity_id = {entity_id:UInt64} AND presence = 'existent' AND on_default_branch AND NOT is_merge
                AND patch_id IN (SELECT patch_id FROM scores WHERE patch_id != '')
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
        SELECT repo_id, parent, groupArray(toString(sha)) AS shas
        FROM (SELECT repo_id, sha, arrayJoin(parents) AS parent FROM commits FINAL WHERE ${here} AND hasAny(parents, arrayMap(s -> toFixedString(s, 40), {page_shas:Array(String)})) ORDER BY sha)
        GROUP BY repo_id, parent
      ) AS child ON child.repo_id = wanted.repo_id AND child.parent = wanted.sha
      LEFT JOIN (
        SELECT repo_id, own_sha, groupUniqArray(branch_name) AS branches
        FROM (SELECT repo_id, branch_name, arrayJoin(commit_shas) AS own_sha FROM pull_requests FINAL WHERE ${here} AND hasAny(commit_shas, arrayMap(s -> toFixedString(s, 40), {page_shas:Array(String)})))
        GROUP BY repo_id, own_sha
      ) AS pull ON pull.repo_id = wanted.repo_id AND pull.own_sha = wanted.sha`,
    params: {
      entity_id: question.scope.entityId,
      page_repos: repoIds,
      page_shas: shas,
    },
    row: recordRow,
  });
  return new Map(rows.map((row) => [`${row.repo_id}:${row.sha}`, row]));
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
