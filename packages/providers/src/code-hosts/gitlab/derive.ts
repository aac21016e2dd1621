import { GITLAB } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type {
  CommentFact,
  CommitAuthor,
  Fact,
  Person,
  PullRequestCommitsFact,
  PullRequestFact,
  ReviewFact,
} from '../../facts.ts';
import type { Deriver, StoredPayload } from '../../payload.ts';
import { avatarOf } from '../../reading/avatar.ts';
import { closesOf } from '../../reading/closing-words.ts';
import { issueFact } from './derive-issues.ts';
import {
  batchSchema,
  commitsSchema,
  eventsSchema,
  issuesSchema,
  type mergeRequestSchema,
  mergeRequestsSchema,
  type personSchema,
  tagsSchema,
} from './schemas.ts';

export function personOf(user: z.output<typeof personSchema>): Person | null {
  if (!user) return null;
  const userName = user.username ?? null;
  // Tokens of projects and groups act through accounts that the host names by this pattern.
  const bot = user.bot ?? /^(project|group)_\d+_bot|(^|[-_])bot$/.test(userName ?? '');
  return {
    hostId: user.id ?? null,
    userName,
    fullName: user.name ?? null,
    email: null,
    ...avatarOf(user.avatar_url),
    bot,
  };
}

const states = new Map<string, PullRequestFact['state']>([
  ['merged', 'merged'],
  ['closed', 'closed'],
]);

export function pullRequestFact(request: z.output<typeof mergeRequestSchema>, repoPath: string): PullRequestFact {
  return {
    fact: 'pull_request',
    host: GITLAB,
    repoPath,
    number: request.iid,
    hostId: request.id,
    title: request.title,
    sourceBranch: request.source_branch,
    targetBranch: request.target_branch,
    author: personOf(request.author),
    state: states.get(request.state) ?? 'open',
    draft: request.draft ?? false,
    openedAt: request.created_at,
    updatedAt: request.updated_at,
    closedAt: request.merged_at ?? request.closed_at,
    mergedAt: request.merged_at,
    // A fast-forward leaves neither commit: then the head itself is what landed.
    mergeSha:
      request.state === 'merged' ? (request.merge_commit_sha ?? request.squash_commit_sha ?? request.sha) : null,
    squashSha: request.squash_commit_sha,
    headSha: request.sha,
    url: request.web_url,
    ...closesOf(request.description ?? null),
  };
}

export function commitsFact(
  repoPath: string,
  number: number,
  headSha: string,
  updatedAt: string,
  newestFirst: PullRequestCommitsFact['commits'],
): PullRequestCommitsFact {
  const commits = newestFirst.toReversed();
  return { fact: 'pull_request_commits', host: GITLAB, repoPath, number, headSha, commits, updatedAt };
}

type BatchCommit = NonNullable<NonNullable<BatchProject>['mergeRequests']['nodes'][number]['commits']>['nodes'][number];
type BatchProject = NonNullable<z.output<typeof batchSchema>['data']>['project'];

/** Nothing where the host knows no account for the email. */
export function authorOf({ author, authorName, authorEmail }: BatchCommit): { author?: CommitAuthor } {
  const hostId = /\/(\d+)$/.exec(author?.id ?? '')?.[1];
  if (!hostId || !authorEmail) return {};
  const own = { hostId, userName: author?.username ?? null, name: authorName ?? '', email: authorEmail };
  return { author: { ...own, ...avatarOf(author?.avatarUrl) } };
}

function batchFacts({ body, scope }: StoredPayload): Fact[] {
  return (batchSchema.parse(body).data?.project?.mergeRequests.nodes ?? []).flatMap((node) => {
    if (node.commits === null || node.commits.pageInfo.hasNextPage || node.commits.nodes.length === 0) return [];
    const commits = node.commits.nodes.map((commit) => ({
      sha: commit.sha,
      authoredAt: commit.authoredDate,
      ...authorOf(commit),
    }));
    return [commitsFact(scope, Number(node.iid), node.diffHeadSha ?? '', node.updatedAt, commits)];
  });
}

/** One approval a person: the host's events and its webhooks share no other name for it. */
export function approvalFact(repoPath: string, number: number, reviewer: Person, at: string): ReviewFact {
  return {
    fact: 'review',
    host: GITLAB,
    repoPath,
    number,
    reviewId: `approval:${reviewer.hostId ?? reviewer.userName}`,
    reviewer,
    verdict: 'approved',
    submittedAt: at,
    updatedAt: at,
    commitSha: null,
  };
}

type Note = NonNullable<z.output<typeof eventsSchema>[number]['note']>;

export function commentFact(note: Note, number: number, repoPath: string, author: Person | null): CommentFact {
  const { position } = note;
  const isNew = position?.new_line !== null && position?.new_line !== undefined;
  return {
    fact: 'comment',
    host: GITLAB,
    repoPath,
    number,
    commentId: note.id,
    author,
    body: note.body ?? '',
    createdAt: note.created_at,
    updatedAt: note.updated_at ?? note.created_at,
    path: (isNew ? position?.new_path : position?.old_path) ?? position?.new_path ?? null,
    line: position?.new_line ?? position?.old_line ?? null,
    side: position ? (isNew ? 'new' : 'old') : null,
    commitSha: position?.head_sha ?? null,
    inReplyTo: null,
    resolved: note.resolved ?? false,
    deleted: false,
  };
}

/** The project's events give comments and approvals of all merge requests in one list. */
function eventFacts({ body, scope }: StoredPayload): Fact[] {
  return eventsSchema.parse(body).flatMap((event): Fact[] => {
    const author = personOf(event.author);
    const { note } = event;
    if (note?.noteable_type === 'MergeRequest' && note.noteable_iid && !note.system) {
      return [commentFact(note, note.noteable_iid, scope, personOf(note.author) ?? author)];
    }
    const approved = event.action_name === 'approved' && event.target_type === 'MergeRequest';
    return approved && event.target_iid && author
      ? [approvalFact(scope, event.target_iid, author, event.created_at)]
      : [];
  });
}

export const gitlabDerivers: Record<string, Deriver> = {
  merge_requests: ({ body, scope }) =>
    mergeRequestsSchema.parse(body).map((request) => pullRequestFact(request, scope)),
  commit_batch: batchFacts,
  commits: ({ body, scope, context }) => {
    const commits = commitsSchema
      .parse(body)
      .map(({ id, authored_date }) => ({ sha: id, authoredAt: authored_date ?? null }));
    const { number = '0', headSha = '', updatedAt = '' } = context;
    return [commitsFact(scope, Number(number), headSha, updatedAt, commits)];
  },
  events: eventFacts,
  tags: ({ body, scope }) =>
    tagsSchema.parse(body).flatMap(({ name, commit, created_at }): Fact[] => {
      if (!commit) return [];
      const taggedAt = created_at ?? commit.committed_date ?? null;
      return [{ fact: 'tag', host: GITLAB, repoPath: scope, name, sha: commit.id, taggedAt }];
    }),
  issues: ({ body, scope }) => issuesSchema.parse(body).map((issue) => issueFact(issue, scope)),
};
