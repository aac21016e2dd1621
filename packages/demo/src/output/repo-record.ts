import type { RepositoryInput } from '@linescope/code-host/store/records';
import { DAY_MS } from '@linescope/contract/days';
import { iso } from '../plan/calendar.ts';
import type { CommentDraft, IssueDraft, PullDraft } from '../simulation/pull-draft.ts';
import type { Release, Simulation } from '../simulation/simulation.ts';
import type { Mark } from './fast-import.ts';

type PullInput = NonNullable<RepositoryInput['pull_requests']>[number];
type IssueInput = NonNullable<RepositoryInput['issues']>[number];

/** What the code host keeps of a simulated repository, once git has given the shas. */
export function repoRecord(
  sim: Simulation,
  id: number,
  shaOf: (mark: Mark) => string,
  eventId: () => number,
): RepositoryInput {
  return {
    id,
    description: sim.blueprint.description,
    language: sim.blueprint.language,
    created_at: iso(sim.now - 800 * DAY_MS),
    pull_requests: sim.pulls.map((pull) => pullInput(pull, shaOf, eventId)),
    issues: sim.issues.map((issue) => issueInput(issue, eventId)),
    releases: sim.releases.map((release) => releaseInput(release)),
  };
}

const commentInput = ({ id, author, body, at }: CommentDraft) => ({ id, author, body, created_at: iso(at) });

function pullInput(pull: PullDraft, shaOf: (mark: Mark) => string, eventId: () => number): PullInput {
  const ended = pull.closedAt === null ? [] : [pull.mergedAt === null ? ('closed' as const) : ('merged' as const)];
  return {
    id: pull.id,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    author: pull.author,
    labels: pull.labels,
    draft: pull.draft,
    created_at: iso(pull.openedAt),
    updated_at: iso(Math.max(pull.updatedAt, pull.closedAt ?? 0, ...pull.reviewComments.map((comment) => comment.at))),
    closed_at: pull.closedAt === null ? null : iso(pull.closedAt),
    merged_at: pull.mergedAt === null ? null : iso(pull.mergedAt),
    merged_by: pull.mergedBy,
    merge_commit_sha: pull.merge === null ? null : shaOf(pull.merge),
    base_ref: 'main',
    base_sha: shaOf(pull.base),
    head_ref: pull.headRef,
    head_sha: shaOf(pull.head),
    comments: pull.comments.map(commentInput),
    reviews: pull.reviews.map(({ id, author, state, body, at, mark }) => ({
      id,
      author,
      state,
      body,
      submitted_at: iso(at),
      commit_id: shaOf(mark),
    })),
    review_comments: pull.reviewComments.map((comment) => ({
      id: comment.id,
      review_id: comment.reviewId,
      author: comment.author,
      body: comment.body,
      path: comment.path,
      line: comment.line,
      commit_id: shaOf(comment.mark),
      created_at: iso(comment.at),
      ...(comment.replyTo === undefined ? {} : { in_reply_to_id: comment.replyTo }),
    })),
    events: [
      ...pull.requested.map(({ reviewer, at }) => ({
        id: eventId(),
        event: 'review_requested' as const,
        actor: pull.author,
        assignee: reviewer,
        created_at: iso(at),
      })),
      ...ended.map((event) => ({
        id: eventId(),
        event,
        actor: pull.mergedBy ?? pull.author,
        created_at: iso(pull.closedAt ?? pull.updatedAt),
        ...(pull.merge === null ? {} : { commit_id: shaOf(pull.merge) }),
      })),
    ],
  };
}

function issueInput(issue: IssueDraft, eventId: () => number): IssueInput {
  const closed = issue.closedAt !== null && issue.closedBy !== null;
  return {
    id: issue.id,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    author: issue.author,
    labels: issue.labels,
    type: issue.type,
    assignees: issue.assignee === null ? [] : [issue.assignee],
    created_at: iso(issue.createdAt),
    updated_at: iso(issue.closedAt ?? Math.max(issue.createdAt, ...issue.comments.map((comment) => comment.at))),
    closed_at: issue.closedAt === null ? null : iso(issue.closedAt),
    closed_by: issue.closedBy,
    state_reason: closed ? 'completed' : null,
    comments: issue.comments.map(commentInput),
    events: [
      ...issue.labels.map((label) => ({
        id: eventId(),
        event: 'labeled' as const,
        actor: issue.author,
        label,
        created_at: iso(issue.createdAt),
      })),
      ...(closed
        ? [
            {
              id: eventId(),
              event: 'closed' as const,
              actor: issue.closedBy ?? issue.author,
              created_at: iso(issue.closedAt ?? issue.createdAt),
            },
          ]
        : []),
    ],
  };
}

function releaseInput(release: Release) {
  return {
    id: release.id,
    tag_name: release.name,
    target_commitish: 'main',
    name: release.name,
    body: release.issues.map((key) => `- ${key}`).join('\n'),
    author: release.by.login,
    created_at: iso(release.at),
    published_at: iso(release.at),
  };
}
