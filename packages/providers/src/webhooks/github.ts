import { GITHUB } from '@linescope/contract/vendors';
import { z } from 'zod';
import {
  issueCommentFact,
  pullRequestFact,
  resolutionFact,
  reviewCommentFact,
  reviewFact,
} from '../code-hosts/github/derive.ts';
import {
  issueCommentSchema,
  pullSchema,
  reviewCommentSchema,
  reviewSchema,
} from '../code-hosts/github/pull-schemas.ts';
import type { Fact } from '../facts.ts';
import { hostId } from '../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../reading/instant.ts';
import { issueFact, statusChange } from '../trackers/github-issues/derive.ts';
import { issueSchema } from '../trackers/github-issues/schemas.ts';
import { type HookDeriver, pushFact } from './hook.ts';

const repository = z.object({ full_name: z.string() });
const event = <S extends z.ZodRawShape>(shape: S) => z.object({ repository, action: z.string(), ...shape });

const push = z.object({
  repository,
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  head_commit: z.object({ id: z.string(), timestamp: maybeInstant }).nullish(),
});

const release = z.object({
  id: hostId,
  name: maybeText,
  tag_name: z.string(),
  draft: z.boolean(),
  created_at: instant,
  published_at: maybeInstant,
  updated_at: maybeInstant.optional(),
});

const pullEvent = event({ pull_request: pullSchema });
const reviewEvent = event({
  review: reviewSchema,
  pull_request: z.object({ number: z.number(), updated_at: instant }),
});
const reviewCommentEvent = event({ comment: reviewCommentSchema });
/** The message gives no time of its own; what was settled last is given last. */
const threadEvent = event({
  thread: z.object({ comments: z.array(z.object({ id: hostId })) }),
  pull_request: z.object({ number: z.number(), updated_at: instant }),
  updated_at: maybeInstant.optional(),
});
const issueCommentEvent = event({
  comment: issueCommentSchema,
  issue: z.object({ pull_request: z.unknown().optional() }),
});
const issueEvent = event({ issue: issueSchema });
const releaseEvent = event({ release });

/** A tag arrives as a push; an annotated one names the commit apart from its own object. */
function pushFacts(body: unknown): Fact[] {
  const { repository: repo, ref, before, after, head_commit } = push.parse(body);
  const pushed = pushFact(GITHUB, repo.full_name, ref, before, after);
  if (!ref.startsWith('refs/tags/') || pushed.afterSha === null) return [pushed];
  const key = { host: GITHUB, repoPath: repo.full_name, name: ref.slice('refs/tags/'.length) } as const;
  return [pushed, { fact: 'tag', ...key, sha: head_commit?.id ?? after, taggedAt: head_commit?.timestamp ?? null }];
}

function issueFacts(body: unknown): Fact[] {
  const { issue, action, repository: repo } = issueEvent.parse(body);
  if (issue.pull_request) return [];
  const fact = issueFact(issue, repo.full_name);
  if (action === 'closed' && issue.closed_at) return [fact, statusChange(issue, issue.closed_at, 'open', fact.status)];
  if (action === 'reopened') return [fact, statusChange(issue, issue.updated_at, 'closed', 'open')];
  return [fact];
}

const derivers = new Map<string, (body: unknown) => Fact[]>([
  ['push', pushFacts],
  [
    'pull_request',
    (body) => {
      const { pull_request, repository: repo } = pullEvent.parse(body);
      return [pullRequestFact(pull_request, repo.full_name)];
    },
  ],
  [
    'pull_request_review',
    (body) => {
      const { review, pull_request, repository: repo } = reviewEvent.parse(body);
      return reviewFact(review, pull_request.number, repo.full_name, pull_request.updated_at);
    },
  ],
  [
    'pull_request_review_comment',
    (body) => {
      const { comment, action, repository: repo } = reviewCommentEvent.parse(body);
      return [{ ...reviewCommentFact(comment, repo.full_name), deleted: action === 'deleted' }];
    },
  ],
  [
    'pull_request_review_thread',
    (body) => {
      const { thread, action, pull_request, repository: repo, updated_at } = threadEvent.parse(body);
      const [first] = thread.comments;
      if (!first) return [];
      const at = updated_at ?? pull_request.updated_at;
      return [resolutionFact(repo.full_name, pull_request.number, first.id, action === 'resolved', at)];
    },
  ],
  [
    'issue_comment',
    (body) => {
      const { comment, action, issue, repository: repo } = issueCommentEvent.parse(body);
      if (!issue.pull_request) return [];
      return [{ ...issueCommentFact(comment, repo.full_name), deleted: action === 'deleted' }];
    },
  ],
  ['issues', issueFacts],
  [
    'release',
    (body) => {
      const { release: given, action, repository: repo } = releaseEvent.parse(body);
      const updatedAt = given.updated_at ?? given.published_at ?? given.created_at;
      const names = { releaseId: given.id, name: given.name, tagName: given.tag_name };
      const state = { releasedAt: given.published_at, updatedAt, draft: given.draft, deleted: action === 'deleted' };
      return [{ fact: 'release', host: GITHUB, repoPath: repo.full_name, ...names, ...state }];
    },
  ],
]);

export const githubHook: HookDeriver = {
  event: (headers) => headers.get('x-github-event'),
  delivery: (headers) => headers.get('x-github-delivery'),
  derive: (event, body) => derivers.get(event)?.(body) ?? null,
};
