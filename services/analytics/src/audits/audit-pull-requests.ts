import { allOf, bound, fragment } from '../store/sql.ts';
import { type AuditQuery, pathOf } from './audit-query.ts';
import { readCommitFacts } from './commit-facts.ts';
import { listedCommits } from './commit-keys.ts';
import type { CommitKey } from './commit-name.ts';
import { bothNames, type CommitRecord, commitsToRead, readCommitRecords, sitesOf } from './commit-records.ts';
import { between, byIssueKey, byPeople, bySha, inRepos, isShown, ofEntity } from './conditions.ts';
import { isUpToDate } from './outdated-pulls.ts';
import { ofPoint, pointValues } from './point-records.ts';
import {
  broughtCommits,
  endOf,
  PULL_COLUMNS,
  type PullRecord,
  type PullRow,
  phaseOf,
  pullRow,
  readPullRecords,
} from './pull-request-records.ts';
import { readPage } from './read-page.ts';
import { isoText, orNull } from './row-fields.ts';

export async function auditPullRequests(query: AuditQuery) {
  const { pull_request_number: number, sha: wantedSha, phase_em: phase } = query.filters;
  const conditions = [
    ofEntity(query),
    inRepos(query),
    isShown(query, 'committer_id'),
    ...between(query, 'opened_at', 'range'),
    ...between(query, 'coalesce(merged_at, closed_at)', 'resolved'),
    ...byPeople(query, 'committer_id', 'opened_at'),
    ...byIssueKey(query, (matches) => fragment`arrayExists(key -> ${matches('key')}, issue_keys)`),
    ...(number === undefined ? [] : [fragment`number = ${bound('number', 'UInt32', number)}`]),
    ...bySha(
      query,
      (sha) => fragment`(has(commit_shas, toFixedString(${sha}, 40)) OR merge_sha = ${sha} OR squash_sha = ${sha})`,
    ),
    ...(phase === undefined ? [] : [fragment`${phaseOf(query)} = ${bound('phase', 'String', phase)}`]),
  ];
  // One table is in the order of numbers, the other in the order of times.
  const isNamed = number !== undefined || wantedSha !== undefined;
  const listed = allOf(ofPoint(query, conditions));
  const page = await readPage(query, {
    name: 'audit_pull_requests',
    from: isNamed
      ? fragment`pull_requests FINAL WHERE ${listed}`
      : fragment`pull_request_times FINAL WHERE ${allOf([listed, ...(await isUpToDate(query))])}`,
    columns: PULL_COLUMNS,
    time: 'opened_at',
    ties: [
      { column: 'repo_id', type: 'UInt64' },
      { column: 'number', type: 'UInt64' },
    ],
    row: pullRow,
  });
  const toRead = commitsToRead(query, listedCommits(page.rows.flatMap(commitsOf)), 'pull_requests');
  const facts = readCommitFacts(query, [...toRead.wanted.keys, ...broughtCommits(page.rows)]);
  const [pulls, commits, valuesOf] = await Promise.all([
    readPullRecords(query, page.rows, facts),
    readCommitRecords(query, toRead, { facts, pulls: page.rows }),
    pointValues(
      query,
      page.rows.map((pull) => [pull.repo_id, pull.number]),
    ),
    facts,
  ]);
  return {
    ...page,
    rows: pulls.map((pull) => ({
      ...describePull(query, pull, commits),
      ...valuesOf(pull.repo_id, pull.number),
    })),
  };
}

const commitsOf = ({ repo_id, shas, shas_authored: times }: PullRow): CommitKey[] =>
  shas.map((sha, index) => ({ repo_id, sha, authored_s: times[index] }));

function describePull(query: AuditQuery, pull: PullRecord, records: Map<string, CommitRecord>) {
  const repoPath = pathOf(query, pull.repo_id);
  const commits = pull.shas.flatMap((sha) => records.get(`${pull.repo_id}:${sha}`) ?? []);
  const opened = isoText(pull.opened_ms);
  const entered = commits.map(({ stored }) => stored).toSorted()[0] ?? opened;
  return {
    id: pull.id,
    number: pull.number,
    title: pull.title,
    branch_name: pull.branch_name,
    repo_path: repoPath,
    phase_em: pull.phase,
    opened_at: opened,
    closed_at: textOf(endOf(pull)),
    first_commented_at: pull.first_commented,
    first_commit_authored_at: textOf(pull.first_authored_ms),
    entered_service_at: entered,
    squash_commit_sha: orNull(pull.squash_sha),
    post_merge_delta: pull.post_merge_delta,
    contributor: { full_name: pull.full_name, user_name: pull.user_name },
    business_minutes_awaited_first_review: pull.awaited_first_review,
    business_minutes_cycle_time: pull.cycle_time,
    business_minutes_lead_time: pull.lead_time,
    business_minutes_open_to_closed: pull.open_to_closed,
    commits: commits.map((record) => ({
      sha: record.sha,
      authored_at: record.authored,
      ...bothNames(record, repoPath),
      child_shas: record.children,
      diff_delta: record.counts ? record.delta : 0,
      entered_service_at: record.stored,
      message: record.message,
      phase_em: phaseAt(pull, record.authored),
      sites: sitesOf(query, record),
    })),
  };
}

const textOf = (ms: number | null): string | null => (ms === null ? null : isoText(ms));

function phaseAt(pull: PullRecord, authoredAt: string | null): string {
  const authored = Date.parse(authoredAt ?? '');
  if (authored < pull.opened_ms) return 'phase_preparing';
  return pull.merged_ms === null || authored <= pull.merged_ms ? 'phase_revising' : 'phase_post_merge';
}
