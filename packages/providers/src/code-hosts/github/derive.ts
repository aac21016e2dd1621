import { GITHUB } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type {
  CommentFact,
  CommentResolutionFact,
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
import { issueFactsOf } from '../../trackers/github-issues/derive.ts';
import {
  type authorSchema,
  commitsSchema,
  detailsAnswerSchema,
  type gitActorSchema,
  type issueCommentSchema,
  issueCommentsSchema,
  type pullSchema,
  pullsSchema,
  type reviewCommentSchema,
  reviewCommentsSchema,
  type reviewSchema,
  reviewsSchema,
  tagsSchema,
  type userSchema,
} from './pull-schemas.ts';

export function personOf(user: z.output<typeof userSchema>): Person | null {
  if (!user) return null;
  return {
    hostId: user.id ?? null,
    userName: user.login,
    fullName: user.name ?? null,
    email: user.email ?? null,
    ...avatarOf(user.avatar_url),
    bot: isBot(user.type ?? null, user.login),
  };
}

function isBot(type: string | null, login: string | null): boolean {
  return type === 'Bot' || (login?.endsWith('[bot]') ?? false);
}

export function pullRequestFact(pull: z.output<typeof pullSchema>, repoPath: string): PullRequestFact {
  const merged = pull.merged_at !== null;
  return {
    fact: 'pull_request',
    host: GITHUB,
    repoPath,
    number: pull.number,
    hostId: pull.id,
    title: pull.title,
    sourceBranch: pull.head.ref,
    targetBranch: pull.base.ref,
    author: personOf(pull.user),
    state: merged ? 'merged' : pull.state === 'open' ? 'open' : 'closed',
    draft: pull.draft ?? false,
    openedAt: pull.created_at,
    updatedAt: pull.updated_at,
    closedAt: pull.closed_at,
    mergedAt: pull.merged_at,
    // While open this field names a trial merge that will never be on a branch.
    mergeSha: merged ? pull.merge_commit_sha : null,
    squashSha: null,
    headSha: pull.head.sha,
    url: pull.html_url,
    ...closesOf(pull.body ?? null),
  };
}

const verdicts = new Map<string, ReviewFact['verdict']>([
  ['APPROVED', 'approved'],
  ['CHANGES_REQUESTED', 'changes_requested'],
  ['COMMENTED', 'commented'],
  ['DISMISSED', 'dismissed'],
]);

/** A pending review is seen by its author only: not yet a fact. A review has no version but its pull request's. */
export function reviewFact(
  review: z.output<typeof reviewSchema>,
  number: number,
  repoPath: string,
  updatedAt: string,
): ReviewFact[] {
  const verdict = verdicts.get(review.state.toUpperCase());
  if (verdict === undefined || review.submitted_at === null) return [];
  return [
    {
      fact: 'review',
      host: GITHUB,
      repoPath,
      number,
      reviewId: review.id,
      reviewer: personOf(review.user),
      verdict,
      submittedAt: review.submitted_at,
      updatedAt,
      commitSha: review.commit_id ?? null,
    },
  ];
}

export function reviewCommentFact(comment: z.output<typeof reviewCommentSchema>, repoPath: string): CommentFact {
  return {
    fact: 'comment',
    host: GITHUB,
    repoPath,
    number: Number(/\/pulls\/(\d+)$/.exec(comment.pull_request_url)?.[1] ?? 0),
    commentId: `review:${comment.id}`,
    author: personOf(comment.user),
    body: comment.body ?? '',
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
    path: comment.path,
    line: comment.line ?? comment.original_line ?? null,
    side: comment.side === 'LEFT' ? 'old' : 'new',
    commitSha: comment.original_commit_id ?? null,
    inReplyTo: comment.in_reply_to_id ? `review:${comment.in_reply_to_id}` : null,
    resolved: false,
    deleted: false,
  };
}

/** A thread is known by the comment that began it. */
export const resolutionFact = (
  repoPath: string,
  number: number,
  firstCommentId: string,
  resolved: boolean,
  updatedAt: string,
): CommentResolutionFact => ({
  fact: 'comment_resolution',
  host: GITHUB,
  repoPath,
  number,
  commentId: `review:${firstCommentId}`,
  resolved,
  updatedAt,
});

export const issueNumberOf = (comment: z.output<typeof issueCommentSchema>): number =>
  Number(/\/issues\/(\d+)$/.exec(comment.issue_url)?.[1] ?? 0);

/** A comment under a pull request as a whole, which the host keeps among those of issues. */
export function issueCommentFact(comment: z.output<typeof issueCommentSchema>, repoPath: string): CommentFact {
  return {
    fact: 'comment',
    host: GITHUB,
    repoPath,
    number: issueNumberOf(comment),
    commentId: `issue:${comment.id}`,
    author: personOf(comment.user),
    body: comment.body ?? '',
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
    path: null,
    line: null,
    side: null,
    commitSha: null,
    inReplyTo: null,
    resolved: false,
    deleted: false,
  };
}

/** Issues and pull requests share one list and one row of numbers; the page's address or our own reading gives which. */
function issueCommentFacts({ body, scope, context }: StoredPayload): Fact[] {
  const pulls = new Set((context.pulls ?? '').split(','));
  return issueCommentsSchema
    .parse(body)
    .filter((comment) => /\/pull\/\d+/.test(comment.html_url) || pulls.has(String(issueNumberOf(comment))))
    .map((comment) => issueCommentFact(comment, scope));
}

function detailsFacts({ body, scope }: StoredPayload): Fact[] {
  return detailsAnswerSchema.parse(body).data.nodes.flatMap((pull): Fact[] => {
    if (pull === null) return [];
    const commits = pull.commits.nodes.flatMap((node) =>
      node
        ? [
            {
              sha: node.commit.oid,
              authoredAt: node.commit.authoredDate,
              ...authorOfActor(node.commit.author),
            },
          ]
        : [],
    );
    const reviews = pull.reviews.nodes.flatMap((review) => {
      if (review === null) return [];
      const { author, commit, state, submittedAt, fullDatabaseId } = review;
      const user = author && { id: author.databaseId, login: author.login, type: author.__typename };
      const read = { id: fullDatabaseId ?? '', user, state, submitted_at: submittedAt, commit_id: commit?.oid ?? null };
      return reviewFact(read, pull.number, scope, pull.updatedAt);
    });
    const whole = pull.commits.totalCount <= commits.length;
    const fact = commitsFact(scope, pull.number, pull.headRefOid, commits, pull.updatedAt);
    const resolutions = (pull.reviewThreads?.nodes ?? []).flatMap((thread) => {
      const id = thread?.comments.nodes[0]?.fullDatabaseId;
      return thread && id ? [resolutionFact(scope, pull.number, id, thread.isResolved, pull.updatedAt)] : [];
    });
    return whole ? [fact, ...reviews, ...resolutions] : [...reviews, ...resolutions];
  });
}

type Signature = { name?: string | null | undefined; email?: string | null | undefined } | null | undefined;

/** Nothing where the host knows no account for the email. */
export function authorOf(account: z.output<typeof authorSchema>, signature: Signature): { author?: CommitAuthor } {
  if (!account?.id || !signature?.email) return {};
  const { name, email } = signature;
  const own = { hostId: account.id, userName: account.login ?? null, name: name ?? '', email };
  return { author: { ...own, ...avatarOf(account.avatar_url) } };
}

export const authorOfActor = (actor: z.output<typeof gitActorSchema>): { author?: CommitAuthor } =>
  authorOf(
    actor?.user && { id: actor.user.databaseId, login: actor.user.login, avatar_url: actor.user.avatarUrl },
    actor,
  );

function commitsFact(
  repoPath: string,
  number: number,
  headSha: string,
  commits: PullRequestCommitsFact['commits'],
  updatedAt: string,
): PullRequestCommitsFact {
  return { fact: 'pull_request_commits', host: GITHUB, repoPath, number, headSha, commits, updatedAt };
}

function commitPageFacts({ body, scope, context }: StoredPayload): Fact[] {
  const commits = commitsSchema.parse(body).map(({ sha, commit, author }) => ({
    sha,
    authoredAt: commit.author?.date ?? null,
    ...authorOf(author, commit.author),
  }));
  const { number = '0', headSha = '', updatedAt = '' } = context;
  return [commitsFact(scope, Number(number), headSha, commits, updatedAt)];
}

export const githubDerivers: Record<string, Deriver> = {
  pulls: ({ body, scope }) => pullsSchema.parse(body).map((pull) => pullRequestFact(pull, scope)),
  pull_details: detailsFacts,
  pull_commits: commitPageFacts,
  pull_reviews: ({ body, scope, context }) =>
    reviewsSchema
      .parse(body)
      .flatMap((review) => reviewFact(review, Number(context.number), scope, context.updatedAt ?? '')),
  review_comments: ({ body, scope }) =>
    reviewCommentsSchema.parse(body).map((comment) => reviewCommentFact(comment, scope)),
  issue_comments: issueCommentFacts,
  tags: ({ body, scope }) =>
    tagsSchema
      .parse(body)
      .flatMap(({ name, commit }): Fact[] =>
        commit?.sha ? [{ fact: 'tag', host: GITHUB, repoPath: scope, name, sha: commit.sha, taggedAt: null }] : [],
      ),
  issues: ({ body, scope }) => issueFactsOf(body, scope),
};
