import { BITBUCKET } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type {
  CommentFact,
  CommitAuthor,
  Fact,
  IssueFact,
  Person,
  PullRequestFact,
  PullRequestState,
  ReviewFact,
} from '../../facts.ts';
import type { Deriver, StoredPayload } from '../../payload.ts';
import { avatarOf } from '../../reading/avatar.ts';
import { closesOf } from '../../reading/closing-words.ts';
import {
  type accountSchema,
  activitySchema,
  type commentSchema,
  commitsSchema,
  type issueSchema,
  issuesSchema,
  type pullSchema,
  pullsSchema,
  tagsSchema,
} from './schemas.ts';

export function personOf(account: z.output<typeof accountSchema>): Person | null {
  if (!account) return null;
  return {
    hostId: account.account_id ?? account.uuid ?? null,
    userName: account.nickname ?? null,
    fullName: account.display_name ?? null,
    email: null,
    ...avatarOf(account.links?.avatar?.href),
    bot: account.type !== undefined && account.type !== null && account.type !== 'user',
  };
}

const states = new Map<string, PullRequestState>([
  ['MERGED', 'merged'],
  ['DECLINED', 'closed'],
  ['SUPERSEDED', 'closed'],
]);
export const stateOf = (word: string): PullRequestState => states.get(word.toUpperCase()) ?? 'open';

/** Closing has no time of its own here: the transition facts of the activity list bring it. */
export function pullRequestFact(pull: z.output<typeof pullSchema>, repoPath: string): PullRequestFact {
  const state = stateOf(pull.state);
  return {
    fact: 'pull_request',
    host: BITBUCKET,
    repoPath,
    number: pull.id,
    hostId: String(pull.id),
    title: pull.title,
    sourceBranch: pull.source.branch?.name ?? '',
    targetBranch: pull.destination.branch?.name ?? '',
    author: personOf(pull.author),
    state,
    draft: pull.draft ?? false,
    openedAt: pull.created_on,
    updatedAt: pull.updated_on,
    closedAt: null,
    mergedAt: null,
    mergeSha: state === 'merged' ? (pull.merge_commit?.hash ?? null) : null,
    squashSha: null,
    headSha: pull.source.commit?.hash ?? null,
    url: pull.links?.html?.href ?? null,
    ...closesOf(pull.summary?.raw ?? pull.description ?? null),
  };
}

export function commentFact(comment: z.output<typeof commentSchema>, number: number, repoPath: string): CommentFact {
  const { inline } = comment;
  const isNew = inline?.to !== null && inline?.to !== undefined;
  return {
    fact: 'comment',
    host: BITBUCKET,
    repoPath,
    number,
    commentId: comment.id,
    author: personOf(comment.user),
    body: comment.content?.raw ?? '',
    createdAt: comment.created_on,
    updatedAt: comment.updated_on ?? comment.created_on,
    path: inline?.path ?? null,
    line: inline?.to ?? inline?.from ?? null,
    side: inline ? (isNew ? 'new' : 'old') : null,
    commitSha: null,
    inReplyTo: comment.parent?.id ?? null,
    resolved: Boolean(comment.resolution),
    deleted: comment.deleted ?? false,
  };
}

export function verdictFact(
  verdict: ReviewFact['verdict'],
  number: number,
  repoPath: string,
  given: { user?: z.output<typeof accountSchema>; date: string },
): ReviewFact {
  const reviewer = personOf(given.user);
  return {
    fact: 'review',
    host: BITBUCKET,
    repoPath,
    number,
    reviewId: `${verdict}:${reviewer?.hostId ?? ''}`,
    reviewer,
    verdict,
    submittedAt: given.date,
    updatedAt: given.date,
    commitSha: null,
  };
}

function activityFacts({ body, scope }: StoredPayload): Fact[] {
  return activitySchema.parse(body).values.flatMap((entry): Fact[] => {
    const number = entry.pull_request.id;
    if (entry.comment) return [commentFact(entry.comment, number, scope)];
    if (entry.approval) return [verdictFact('approved', number, scope, entry.approval)];
    if (entry.changes_requested) return [verdictFact('changes_requested', number, scope, entry.changes_requested)];
    const state = stateOf(entry.update?.state ?? 'OPEN');
    if (!entry.update || state === 'open') return [];
    return [transitionFact(scope, number, state, entry.update.date)];
  });
}

export const transitionFact = (repoPath: string, number: number, state: PullRequestState, at: string): Fact => ({
  fact: 'pull_request_transition',
  host: BITBUCKET,
  repoPath,
  number,
  state,
  at,
});

const done = new Set(['resolved', 'closed', 'invalid', 'duplicate', 'wontfix']);

export function issueFact(issue: z.output<typeof issueSchema>, repoPath: string): IssueFact {
  const closed = done.has(issue.state);
  const updatedAt = issue.updated_on ?? issue.created_on;
  return {
    fact: 'issue',
    tracker: BITBUCKET,
    key: `${repoPath}#${issue.id}`,
    hostId: String(issue.id),
    title: issue.title,
    type: issue.kind ?? null,
    priority: issue.priority ?? null,
    status: issue.state,
    statusCategory: closed ? 'done' : issue.state === 'open' ? 'in_progress' : 'to_do',
    assignee: personOf(issue.assignee),
    reporter: personOf(issue.reporter),
    storyPoints: null,
    epicKey: null,
    isEpic: false,
    sprintIds: [],
    labels: [],
    createdAt: issue.created_on,
    updatedAt,
    resolvedAt: closed ? updatedAt : null,
    url: issue.links?.html?.href ?? null,
  };
}

type SignedBy = z.output<typeof commitsSchema>['values'][number]['author'];

/** A commit's author as git wrote it, `Name <email>`, and the account that the host takes it for. */
export function signatureOf(author: SignedBy): { email: string | null; author: CommitAuthor | null } {
  const [, name = '', email = null] = /^([^<]*)<([^<>\s]+@[^<>\s]+)>$/.exec(author?.raw?.trim() ?? '') ?? [];
  const account = personOf(author?.user);
  if (email === null || !account?.hostId) return { email, author: null };
  return {
    email,
    author: {
      hostId: account.hostId,
      userName: account.userName,
      name: name.trim(),
      email,
      ...avatarOf(account.avatarUrl),
    },
  };
}

/** Nothing where the host knows no account for the email. */
function authorOf(signedBy: SignedBy): { author?: CommitAuthor } {
  const { author } = signatureOf(signedBy);
  return author ? { author } : {};
}

export const bitbucketDerivers: Record<string, Deriver> = {
  pulls: ({ body, scope }) => pullsSchema.parse(body).values.map((pull) => pullRequestFact(pull, scope)),
  activity: activityFacts,
  commits: ({ body, scope, context }) => {
    const { number = '0', headSha = '', updatedAt = '' } = context;
    const newestFirst = commitsSchema
      .parse(body)
      .values.map(({ hash, date, author }) => ({ sha: hash, authoredAt: date ?? null, ...authorOf(author) }));
    const commits = newestFirst.toReversed();
    const key = { host: BITBUCKET, repoPath: scope, number: Number(number) } as const;
    return [{ fact: 'pull_request_commits', ...key, headSha, commits, updatedAt }];
  },
  tags: ({ body, scope }) =>
    tagsSchema.parse(body).values.flatMap(({ name, date, target }): Fact[] => {
      if (!target?.hash) return [];
      const taggedAt = date ?? target.date ?? null;
      return [{ fact: 'tag', host: BITBUCKET, repoPath: scope, name, sha: target.hash, taggedAt }];
    }),
  issues: ({ body, scope }) => issuesSchema.parse(body).values.map((issue) => issueFact(issue, scope)),
};
