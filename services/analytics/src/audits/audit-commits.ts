import { z } from 'zod';
import { type AuditQuestion, between, byIssueKey, byPeople, readPage, shown } from './audit-question.ts';
import { commitRecords, sitesOf, stateOf } from './commit-records.ts';
import { ofPoint, pointValues } from './point-records.ts';

export async function auditCommits(question: AuditQuestion) {
  const conditions = [
    'entity_id = {entity_id:UInt64}',
    '({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})',
    shown('committer_id'),
    ...between(question, 'authored_at', 'range'),
    ...byPeople(question, 'committer_id', 'authored_at'),
    ...byIssueKey(question, (matches) => `arrayExists(key -> ${matches('key')}, issue_keys)`),
  ];
  if (question.sha !== undefined) {
    question.params['sha'] = question.sha;
    conditions.push('sha = {sha:String}');
  }
  if (question.pull_request_number !== undefined) {
    question.params['number'] = question.pull_request_number;
    conditions.push(`(repo_id, sha) IN (
      SELECT repo_id, arrayJoin(commit_shas) FROM pull_requests FINAL
      WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND number = {number:UInt32})`);
  }
  // By sha they are found in one order, by time in the other.
  const table = question.sha === undefined && question.pull_request_number === undefined ? 'commit_times' : 'commits';
  const page = await readPage(question, {
    name: 'audit_commits',
    from: `${table} FINAL WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: `repo_id, toString(${table}.sha) AS sha, toUnixTimestamp64Second(authored_at) AS authored_s`,
    time: 'authored_at',
    ties: [
      { column: 'repo_id', type: 'UInt64' },
      { column: `${table}.sha`, type: 'String' },
    ],
    row: z.object({ repo_id: z.coerce.number(), sha: z.string(), authored_s: z.coerce.number() }),
  });
  const records = await commitRecords(question, page.rows);
  const given = await pointValues(
    question,
    page.rows.map(({ repo_id: repoId, sha }) => [repoId, sha]),
  );
  return {
    ...page,
    rows: page.rows.flatMap(({ repo_id: repoId, sha }) => {
      const record = records.get(`${repoId}:${sha}`);
      if (!record) return [];
      const repo = question.scope.repos.find(({ id }) => id === repoId);
      return {
        sha,
        authored_at: record.authored,
        child_shas: record.children,
        contributor: { full_name: record.full_name, username: record.user_name },
        diff_delta: record.counts ? record.delta : 0,
        entered_service_at: record.stored,
        message: record.message,
        presence: record.presence,
        repo: repo?.path ?? String(repoId),
        sites: sitesOf(question, record),
        state: stateOf(record),
        ...given(repoId, sha),
      };
    }),
  };
}
