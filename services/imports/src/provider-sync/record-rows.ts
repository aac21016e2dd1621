import type { FactBlock } from '@linescope/facts/fact-batch';
import {
  issuesTable,
  pullRequestCommentsTable,
  pullRequestReviewsTable,
  pullRequestsTable,
  tagsTable,
} from '@linescope/facts/provider-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import { assembleIssues, type CriticalDefectRule } from '@linescope/providers/assemble-issues';
import { assemblePullRequests } from '@linescope/providers/assemble-pull-requests';
import type { CommentFact, Person, ReviewFact } from '@linescope/providers/facts';
import { mergeFacts } from '@linescope/providers/merge-facts';
import type { IssueScope } from '../domain/issue-scope.ts';
import { issueKeysOfPull } from '../domain/pull-request-keys.ts';
import type { ProviderRecord } from '../store/provider-records.ts';

export interface RecordContext {
  entityId: number;
  repoId: number;
  repoPath: string;
  gitProviderEm: string;
  /** How texts of the repo name issues. */
  scope: IssueScope;
  rule: CriticalDefectRule;
  committerOf(person: Person | null): number;
}

export interface RecordRows {
  pulls: FactRow<typeof pullRequestsTable>[];
  reviews: FactRow<typeof pullRequestReviewsTable>[];
  comments: FactRow<typeof pullRequestCommentsTable>[];
  issues: FactRow<typeof issuesTable>[];
  tags: FactRow<typeof tagsTable>[];
}

/** Provider records as rows of the fact tables. All rows of a record carry its version. */
export function recordRows(records: readonly ProviderRecord[], context: RecordContext): RecordRows {
  const rows: RecordRows = { pulls: [], reviews: [], comments: [], issues: [], tags: [] };
  for (const record of records) {
    if (record.kind === 'pull_request') addPullRequest(rows, record, context);
    if (record.kind === 'issue') addIssues(rows, record, context);
    if (record.kind === 'tag') addTag(rows, record, context);
  }
  return rows;
}

const ofRepo = (context: RecordContext) => ({ entity_id: context.entityId, repo_id: context.repoId });

function addPullRequest(rows: RecordRows, record: ProviderRecord, context: RecordContext): void {
  const number = Number(record.name);
  const shared = { ...ofRepo(context), number, version: record.version };
  for (const pull of assemblePullRequests(record.facts)) {
    const asked = record.asked_of_git !== null && record.asked_of_git === pull.mergeSha;
    rows.pulls.push({
      ...shared,
      pull_request_id: record.id,
      title: pull.title,
      branch_name: pull.sourceBranch,
      target_branch: pull.targetBranch,
      committer_id: context.committerOf(pull.author),
      state: pull.state,
      draft: pull.draft,
      opened_at: pull.openedAt,
      updated_at: pull.updatedAt,
      closed_at: pull.closedAt,
      merged_at: pull.mergedAt,
      merge_sha: pull.mergeSha ?? '',
      squash_sha: pull.squashSha ?? (asked ? record.squash_sha : null) ?? '',
      head_sha: pull.headSha ?? '',
      commit_shas: pull.commitShas ?? [],
      commit_authored_at: (pull.commitsAuthoredAt ?? []).map((time) => Date.parse(time) / 1000),
      first_commit_authored_at: pull.firstCommitAuthoredAt,
      first_commented_at: pull.firstCommentedAt,
      first_human_review_at: pull.firstHumanReviewAt,
      issue_keys: issueKeysOfPull(pull, context.scope),
      url: pull.url ?? '',
    });
  }
  const facts = [...mergeFacts(record.facts).values()];
  const resolutions = new Map(
    facts.flatMap((fact) => (fact.fact === 'comment_resolution' ? [[fact.commentId, fact.resolved] as const] : [])),
  );
  for (const fact of facts) {
    if (fact.fact === 'review') rows.reviews.push({ ...shared, ...reviewRow(fact, context) });
    if (fact.fact === 'comment') rows.comments.push({ ...shared, ...commentRow(fact, resolutions, context) });
  }
}

const reviewRow = (fact: ReviewFact, context: RecordContext) => ({
  review_id: fact.reviewId,
  committer_id: context.committerOf(fact.reviewer),
  bot: fact.reviewer?.bot ?? false,
  verdict: fact.verdict,
  submitted_at: fact.submittedAt,
  commit_sha: fact.commitSha ?? '',
});

const BODY_LIMIT = 64 * 1024;

const commentRow = (fact: CommentFact, resolutions: ReadonlyMap<string, boolean>, context: RecordContext) => ({
  comment_id: fact.commentId,
  committer_id: context.committerOf(fact.author),
  bot: fact.author?.bot ?? false,
  author_name: fact.author?.userName ?? fact.author?.fullName ?? '',
  body: fact.body.slice(0, BODY_LIMIT),
  created_at: fact.createdAt,
  path: fact.path ?? '',
  line: fact.line !== null && Number.isInteger(fact.line) && fact.line > 0 ? Math.min(fact.line, 2 ** 32 - 1) : null,
  side: fact.side ?? '',
  commit_sha: fact.commitSha ?? '',
  in_reply_to: fact.inReplyTo ?? '',
  // A reply is resolved with its thread.
  resolved: resolutions.get(fact.inReplyTo ?? fact.commentId) ?? fact.resolved,
  deleted: fact.deleted,
});

function addIssues(rows: RecordRows, record: ProviderRecord, context: RecordContext): void {
  for (const issue of assembleIssues(record.facts, context.rule)) {
    rows.issues.push({
      entity_id: context.entityId,
      key: ourKey(issue.key, issue.key, context),
      issue_id: record.id,
      provider: issue.tracker,
      repo_id: context.repoId,
      title: issue.title,
      type: issue.type ?? '',
      status: issue.status,
      status_category: issue.statusCategory,
      priority: issue.priority ?? '',
      assignee_committer_id: context.committerOf(issue.assignee),
      assignee_name: issue.assignee?.fullName ?? issue.assignee?.userName ?? '',
      story_points: issue.storyPoints,
      epic_key: issue.epicKey ? ourKey(issue.epicKey, issue.key, context) : '',
      is_epic: issue.isEpic,
      project_name: projectOf(issue.key, context),
      created_at: issue.createdAt,
      started_at: issue.startedAt,
      resolved_at: issue.resolvedAt,
      is_critical_defect: issue.isCriticalDefect,
      url: issue.url ?? '',
      deleted: false,
      version: record.version,
    });
  }
}

/** A code host names the repo by its own path; commits and customers name it by ours. */
function ourKey(key: string, issueKey: string, context: RecordContext): string {
  const hash = key.lastIndexOf('#');
  const sameRepo =
    context.repoId !== 0 && hash >= 0 && key.slice(0, hash) === issueKey.slice(0, issueKey.lastIndexOf('#'));
  return sameRepo ? `${context.scope.numbers}${key.slice(hash)}` : key;
}

const projectOf = (key: string, { repoId, repoPath }: RecordContext): string =>
  repoId === 0 ? key.replace(/-\d+$/, '') : repoPath;

function addTag(rows: RecordRows, record: ProviderRecord, context: RecordContext): void {
  for (const fact of record.facts) {
    if (fact.fact !== 'tag') continue;
    rows.tags.push({
      ...ofRepo(context),
      name: fact.name,
      tag_id: record.id,
      sha: fact.sha,
      tagged_at: fact.taggedAt ?? record.tagged_at ?? record.changed_at,
      removed: record.removed,
      version: record.version,
    });
  }
}

export const blocksOf = (rows: RecordRows): FactBlock[] => [
  { table: pullRequestsTable, rows: rows.pulls.length, bytes: encodeRows(pullRequestsTable, rows.pulls) },
  {
    table: pullRequestReviewsTable,
    rows: rows.reviews.length,
    bytes: encodeRows(pullRequestReviewsTable, rows.reviews),
  },
  {
    table: pullRequestCommentsTable,
    rows: rows.comments.length,
    bytes: encodeRows(pullRequestCommentsTable, rows.comments),
  },
  { table: issuesTable, rows: rows.issues.length, bytes: encodeRows(issuesTable, rows.issues) },
  { table: tagsTable, rows: rows.tags.length, bytes: encodeRows(tagsTable, rows.tags) },
];
