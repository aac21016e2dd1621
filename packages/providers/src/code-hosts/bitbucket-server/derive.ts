import { BITBUCKET_SERVER } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type { CommentFact, CommitAuthor, Fact, Person, PullRequestFact, ReviewFact } from '../../facts.ts';
import type { Deriver, StoredPayload } from '../../payload.ts';
import { closesOf } from '../../reading/closing-words.ts';
import {
  activitiesSchema,
  type activitySchema,
  type Comment,
  commitsSchema,
  type pullSchema,
  pullsSchema,
  tagsSchema,
  type userSchema,
} from './schemas.ts';

export function personOf(user: z.output<typeof userSchema>): Person | null {
  if (!user) return null;
  return {
    hostId: user.id ?? null,
    userName: user.name ?? user.slug ?? null,
    fullName: user.displayName ?? null,
    email: user.emailAddress ?? null,
    bot: user.type === 'SERVICE',
  };
}

/** A commit's author, and the account that the host has for the email; git's own name is `name` only where there is none. */
export function signatureOf(user: z.output<typeof userSchema>): { email: string | null; author: CommitAuthor | null } {
  const email = user?.emailAddress || null;
  if (!user?.id || email === null) return { email, author: null };
  const userName = user.name ?? user.slug ?? null;
  return { email, author: { hostId: user.id, userName, name: user.displayName ?? userName ?? '', email } };
}

const states = new Map<string, PullRequestFact['state']>([
  ['MERGED', 'merged'],
  ['DECLINED', 'closed'],
]);

export function pullRequestFact(pull: z.output<typeof pullSchema>, repoPath: string): PullRequestFact {
  const state = states.get(pull.state) ?? 'open';
  const closedAt = pull.closedDate ?? null;
  return {
    fact: 'pull_request',
    host: BITBUCKET_SERVER,
    repoPath,
    number: pull.id,
    hostId: String(pull.id),
    title: pull.title,
    sourceBranch: pull.fromRef.displayId,
    targetBranch: pull.toRef.displayId,
    author: personOf(pull.author?.user),
    state,
    draft: pull.draft ?? false,
    openedAt: pull.createdDate,
    updatedAt: pull.updatedDate,
    closedAt,
    mergedAt: state === 'merged' ? closedAt : null,
    mergeSha: pull.properties?.mergeCommit?.id ?? null,
    squashSha: null,
    headSha: pull.fromRef.latestCommit ?? null,
    url: pull.links?.self?.[0]?.href ?? null,
    ...closesOf(pull.description ?? null),
  };
}

type Anchor = z.output<typeof activitySchema>['commentAnchor'];

/** A thread is a comment with its answers inside; all of them stand at the first one's line. */
export function commentFacts(
  comment: Comment,
  anchor: Anchor,
  number: number,
  repoPath: string,
  inReplyTo: string | null = null,
): CommentFact[] {
  const path = typeof anchor?.path === 'string' ? anchor.path : (anchor?.path?.components.join('/') ?? null);
  const fact: CommentFact = {
    fact: 'comment',
    host: BITBUCKET_SERVER,
    repoPath,
    number,
    commentId: comment.id,
    author: personOf(comment.author),
    body: comment.text ?? '',
    createdAt: comment.createdDate,
    updatedAt: comment.updatedDate ?? comment.createdDate,
    path,
    line: anchor?.line ?? null,
    side: path === null ? null : anchor?.fileType === 'FROM' ? 'old' : 'new',
    commitSha: anchor?.toHash ?? null,
    inReplyTo,
    resolved: comment.threadResolved ?? false,
    deleted: false,
  };
  const answers = comment.comments ?? [];
  return [fact, ...answers.flatMap((answer) => commentFacts(answer, anchor, number, repoPath, comment.id))];
}

const verdicts = new Map<string, ReviewFact['verdict']>([
  ['APPROVED', 'approved'],
  ['REVIEWED', 'changes_requested'],
  ['UNAPPROVED', 'dismissed'],
  ['REVIEW_FINISHED', 'commented'],
]);

export function reviewFact(
  repoPath: string,
  number: number,
  verdict: ReviewFact['verdict'],
  reviewer: Person | null,
  at: string,
): ReviewFact {
  const reviewId = `${verdict}:${reviewer?.hostId ?? reviewer?.userName ?? ''}`;
  const key = { host: BITBUCKET_SERVER, repoPath, number, reviewId } as const;
  return { fact: 'review', ...key, reviewer, verdict, submittedAt: at, updatedAt: at, commitSha: null };
}

function activityFacts({ body, scope, context }: StoredPayload): Fact[] {
  const number = Number(context.number);
  return activitiesSchema.parse(body).values.flatMap((activity): Fact[] => {
    if (activity.comment) return commentFacts(activity.comment, activity.commentAnchor, number, scope);
    const verdict = verdicts.get(activity.action);
    return verdict ? [reviewFact(scope, number, verdict, personOf(activity.user), activity.createdDate)] : [];
  });
}

export const bitbucketServerDerivers: Record<string, Deriver> = {
  pulls: ({ body, scope }) => pullsSchema.parse(body).values.map((pull) => pullRequestFact(pull, scope)),
  activities: activityFacts,
  commits: ({ body, scope, context }) => {
    const { number = '0', headSha = '', updatedAt = '' } = context;
    const commits = commitsSchema
      .parse(body)
      .values.map(({ id, authorTimestamp }) => ({ sha: id, authoredAt: authorTimestamp ?? null }))
      .toReversed();
    const key = { host: BITBUCKET_SERVER, repoPath: scope, number: Number(number) } as const;
    return [{ fact: 'pull_request_commits', ...key, headSha, commits, updatedAt }];
  },
  tags: ({ body, scope }) =>
    tagsSchema
      .parse(body)
      .values.flatMap(({ displayId: name, latestCommit: sha }): Fact[] =>
        sha ? [{ fact: 'tag', host: BITBUCKET_SERVER, repoPath: scope, name, sha, taggedAt: null }] : [],
      ),
};
