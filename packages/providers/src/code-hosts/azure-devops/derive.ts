import { AZURE_DEVOPS, AZURE_DEVOPS_SERVER } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type { CommentFact, Fact, Person, PullRequestFact, ReviewFact } from '../../facts.ts';
import type { Deriver, StoredPayload } from '../../payload.ts';
import type { CodeHostName } from '../../provider-names.ts';
import { avatarOf } from '../../reading/avatar.ts';
import { closesOf } from '../../reading/closing-words.ts';
import { workItemFacts } from './derive-work-items.ts';
import {
  commitsSchema,
  type identitySchema,
  type pullSchema,
  pullsSchema,
  refsSchema,
  type threadSchema,
  threadsSchema,
  workItemsSchema,
} from './schemas.ts';

export type SuiteName = Extract<CodeHostName, typeof AZURE_DEVOPS | typeof AZURE_DEVOPS_SERVER>;

export const suiteOf = (payload: StoredPayload): SuiteName =>
  payload.host === AZURE_DEVOPS_SERVER ? AZURE_DEVOPS_SERVER : AZURE_DEVOPS;

export function personOf(identity: z.output<typeof identitySchema>): Person | null {
  if (!identity) return null;
  const userName = identity.uniqueName ?? null;
  const service =
    identity.descriptor?.startsWith('svc.') ||
    / Build Service \(|^Microsoft\.VisualStudio\.Services/.test(identity.displayName ?? '');
  return {
    hostId: identity.id ?? null,
    userName,
    fullName: identity.displayName ?? null,
    email: userName?.includes('@') ? userName : null,
    ...avatarOf(identity.imageUrl),
    bot: service || (identity.isContainer ?? false),
  };
}

const branchOf = (ref: string): string => ref.replace(/^refs\/heads\//, '');
const states = new Map<string, PullRequestFact['state']>([
  ['completed', 'merged'],
  ['abandoned', 'closed'],
]);

/** The host gives no time of change: a view is as new as its reading, until it closes. */
export function pullRequestFact(
  pull: z.output<typeof pullSchema>,
  host: SuiteName,
  repoPath: string,
  readAt: string,
): PullRequestFact {
  const state = states.get(pull.status) ?? 'open';
  const closedAt = pull.closedDate ?? null;
  const squash = pull.completionOptions?.mergeStrategy === 'squash' || pull.completionOptions?.squashMerge === true;
  const mergeSha = state === 'merged' ? (pull.lastMergeCommit?.commitId ?? null) : null;
  return {
    fact: 'pull_request',
    host,
    repoPath,
    number: pull.pullRequestId,
    hostId: String(pull.pullRequestId),
    title: pull.title,
    sourceBranch: branchOf(pull.sourceRefName),
    targetBranch: branchOf(pull.targetRefName),
    author: personOf(pull.createdBy),
    state,
    draft: pull.isDraft ?? false,
    openedAt: pull.creationDate,
    updatedAt: state === 'open' ? readAt : (closedAt ?? readAt),
    isReadTime: state === 'open' || closedAt === null,
    closedAt,
    mergedAt: state === 'merged' ? closedAt : null,
    mergeSha,
    squashSha: squash ? mergeSha : null,
    headSha: pull.lastMergeSourceCommit?.commitId ?? null,
    url: null,
    ...closesOf(pull.description ?? null),
  };
}

type Thread = z.output<typeof threadSchema>;
type Where = { host: SuiteName; repoPath: string; number: number };

function verdictOf(vote: number): ReviewFact['verdict'] {
  if (vote > 0) return 'approved';
  return vote < 0 ? 'changes_requested' : 'dismissed';
}

/** A vote is given as a thread of the host's own, with the voter among its identities. */
function voteFacts(thread: Thread, where: Where): ReviewFact[] {
  const { properties, identities, publishedDate } = thread;
  const result = properties?.CodeReviewVoteResult?.$value;
  const key = properties?.CodeReviewVotedByIdentity?.$value;
  if (properties?.CodeReviewThreadType?.$value !== 'VoteUpdate' || !publishedDate) return [];
  const reviewer = personOf(identities?.[String(key ?? '')] ?? thread.comments[0]?.author);
  const times = { submittedAt: publishedDate, updatedAt: publishedDate };
  const verdict = verdictOf(Number(result ?? 0));
  return [{ fact: 'review', ...where, reviewId: `thread:${thread.id}`, reviewer, verdict, ...times, commitSha: null }];
}

/** A thread's statuses that say it was answered for. */
const RESOLVED = new Set(['fixed', 'wontFix', 'closed', 'byDesign']);

function commentFacts(thread: Thread, where: Where): CommentFact[] {
  const place = thread.threadContext;
  const isNew = place?.rightFileStart !== null && place?.rightFileStart !== undefined;
  return thread.comments
    .filter(({ commentType }) => commentType !== 'system')
    .map((comment) => ({
      fact: 'comment',
      ...where,
      commentId: `${thread.id}.${comment.id}`,
      author: personOf(comment.author),
      body: comment.content ?? '',
      createdAt: comment.publishedDate,
      updatedAt: comment.lastUpdatedDate ?? comment.publishedDate,
      path: place?.filePath?.replace(/^\//, '') ?? null,
      line: place?.rightFileStart?.line ?? place?.leftFileStart?.line ?? null,
      side: place?.filePath ? (isNew ? 'new' : 'old') : null,
      commitSha: null,
      inReplyTo: comment.parentCommentId ? `${thread.id}.${comment.parentCommentId}` : null,
      resolved: RESOLVED.has(thread.status ?? ''),
      deleted: (thread.isDeleted ?? false) || (comment.isDeleted ?? false),
    }));
}

function threadFacts(payload: StoredPayload): Fact[] {
  const where = { host: suiteOf(payload), repoPath: payload.scope, number: Number(payload.context.number) };
  return threadsSchema.parse(payload.body).value.flatMap((thread): Fact[] => {
    const votes = voteFacts(thread, where);
    return votes.length > 0 ? votes : commentFacts(thread, where);
  });
}

export const azureDevopsDerivers: Record<string, Deriver> = {
  pulls: (payload) =>
    pullsSchema
      .parse(payload.body)
      .value.map((pull) => pullRequestFact(pull, suiteOf(payload), payload.scope, payload.context.readAt ?? '')),
  threads: threadFacts,
  commits: (payload) => {
    const { number = '0', headSha = '', readAt = '' } = payload.context;
    const commits = commitsSchema
      .parse(payload.body)
      .value.map(({ commitId, author }) => ({ sha: commitId, authoredAt: author?.date ?? null }))
      .toReversed();
    const key = { host: suiteOf(payload), repoPath: payload.scope, number: Number(number) };
    return [{ fact: 'pull_request_commits', ...key, headSha, commits, updatedAt: readAt }];
  },
  tags: (payload) =>
    refsSchema.parse(payload.body).value.map(({ name, objectId, peeledObjectId }) => ({
      fact: 'tag',
      host: suiteOf(payload),
      repoPath: payload.scope,
      name: name.replace(/^refs\/tags\//, ''),
      sha: peeledObjectId ?? objectId,
      taggedAt: null,
    })),
  work_items: (payload) =>
    workItemsSchema.parse(payload.body).value.flatMap((item) => workItemFacts(item, suiteOf(payload), personOf)),
};
