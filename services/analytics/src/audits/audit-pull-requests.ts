import { z } from 'zod';
import { type AuditQuestion, between, byIssueKey, byPeople, milliseconds, readPage, shown } from './audit-question.ts';
import { commitRecords, sitesOf, stateOf } from './commit-records.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { PHASE, type PullRecord, pullRecords } from './pull-request-records.ts';

export async function auditPullRequests(question: AuditQuestion) {
  const { params } = question;
  params['stale_before'] = Math.floor(question.context.now().getTime() / 60_000) * 60_000 - 14 * 86_400_000;
  const inScope = 'entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})';
  const conditions = [
    inScope,
    shown('committer_id'),
    ...between(question, 'opened_at', 'range'),
    ...between(question, 'coalesce(merged_at, closed_at)', 'resolved'),
    ...byPeople(question, 'committer_id', 'opened_at'),
    ...byIssueKey(question, (matches) => `arrayExists(key -> ${matches('key')}, issue_keys)`),
  ];
  if (question.pull_request_number !== undefined) {
    params['number'] = question.pull_request_number;
    conditions.push('number = {number:UInt32}');
  }
  if (question.sha !== undefined) {
    params['sha'] = question.sha;
    conditions.push(
      '(has(commit_shas, toFixedString({sha:String}, 40)) OR merge_sha = {sha:String} OR squash_sha = {sha:String})',
    );
  }
  if (question.phase_em !== undefined) {
    params['phase'] = question.phase_em;
    conditions.push(`${PHASE} = {phase:String}`);
  }
  // By number or sha they are found in one order, by time in the other.
  const isNamed = question.pull_request_number !== undefined || question.sha !== undefined;
  const page = await readPage(question, {
    name: 'audit_pull_requests',
    from: `${isNamed ? 'pull_requests' : 'pull_request_times'} FINAL WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: `repo_id, number, ${milliseconds('opened_at')} AS opened_ms`,
    time: 'opened_at',
    ties: [
      { column: 'repo_id', type: 'UInt64' },
      { column: 'number', type: 'UInt64' },
    ],
    row: z.object({ repo_id: z.coerce.number(), number: z.coerce.number(), opened_ms: z.coerce.number() }),
  });
  const pulls = await pullRecords(question, page.rows);
  const given = await pointValues(
    question,
    pulls.map((pull) => [pull.repo_id, pull.number]),
  );
  const records = await commitRecords(
    question,
    pulls.flatMap((pull) => pull.shas.map((sha) => ({ repo_id: pull.repo_id, sha }))),
  );
  return {
    ...page,
    rows: pulls.map((pull) => ({
      ...describe(question, pull, records),
      ...given(pull.repo_id, pull.number),
    })),
  };
}

function describe(question: AuditQuestion, pull: PullRecord, records: Awaited<ReturnType<typeof commitRecords>>) {
  const repo = question.scope.repos.find(({ id }) => id === pull.repo_id);
  const repoPath = repo?.path ?? String(pull.repo_id);
  const commits = pull.shas.flatMap((sha) => records.get(`${pull.repo_id}:${sha}`) ?? []);
  const entered = commits.map(({ stored }) => stored).toSorted()[0] ?? pull.opened;
  return {
    id: pull.id,
    number: pull.number,
    title: pull.title,
    branch_name: pull.branch_name,
    repo_path: repoPath,
    phase_em: pull.phase,
    opened_at: pull.opened,
    closed_at: pull.closed,
    first_commented_at: pull.first_commented,
    first_commit_authored_at: pull.first_authored,
    entered_service_at: entered,
    squash_commit_sha: pull.squash_sha === '' ? null : pull.squash_sha,
    post_merge_delta: pull.post_merge_delta,
    contributor: { full_name: pull.full_name, user_name: pull.user_name },
    business_minutes_awaited_first_review: pull.awaited_first_review,
    business_minutes_cycle_time: pull.cycle_time,
    business_minutes_lead_time: pull.lead_time,
    business_minutes_open_to_closed: pull.open_to_closed,
    commits: commits.map((record) => ({
      sha: record.sha,
      authored_at: record.authored,
      presence_em: record.presence,
      state_em: stateOf(record),
      child_shas: record.children,
      contributor: { full_name: record.full_name, user_name: record.user_name },
      diff_delta: record.counts ? record.delta : 0,
      entered_service_at: record.stored,
      message: record.message,
      repo_path: repoPath,
      phase_em: phaseOf(pull, record.authored),
      sites: sitesOf(question, record),
    })),
  };
}

function phaseOf(pull: PullRecord, authoredAt: string | null): string {
  const authored = Date.parse(authoredAt ?? '');
  if (authored < pull.opened_ms) return 'phase_preparing';
  return pull.merged_ms === null || authored <= pull.merged_ms ? 'phase_revising' : 'phase_post_merge';
}
