import type { Asked } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import { stableId } from '../store/data-folder.ts';
import type {
  CommentRecord,
  EventRecord,
  IssueRecord,
  PullRequestRecord,
  ReviewCommentRecord,
  ReviewRecord,
} from '../store/records.ts';
import { htmlUrl, repoUrl } from './render-repository.ts';
import { nodeId, simpleUser } from './render-user.ts';

export function renderLabel(asked: Asked, repo: Repository, name: string) {
  const id = stableId(`label ${repo.org}/${repo.name} ${name}`);
  const url = `${repoUrl(asked, repo)}/labels/${encodeURIComponent(name)}`;
  return {
    id,
    node_id: nodeId('Label', id),
    url,
    name,
    color: id.toString(16).padStart(6, '0').slice(0, 6),
    default: name === 'bug',
    description: '',
  };
}

export function association(asked: Asked, repo: Repository, login: string) {
  const known = asked.data.organization(repo.org)?.users.some((user) => user.login === login && user.type === 'User');
  return known ? 'MEMBER' : 'NONE';
}

export function renderIssueComment(asked: Asked, repo: Repository, number: number, comment: CommentRecord) {
  const url = repoUrl(asked, repo);
  return {
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    url: `${url}/issues/comments/${comment.id}`,
    html_url: `${htmlUrl(asked, repo)}/issues/${number}#issuecomment-${comment.id}`,
    issue_url: `${url}/issues/${number}`,
    body: comment.body,
    user: simpleUser(asked, comment.author),
    created_at: comment.created_at,
    updated_at: comment.updated_at ?? comment.created_at,
    author_association: association(asked, repo, comment.author),
    performed_via_github_app: null,
  };
}

export function renderReview(asked: Asked, repo: Repository, pull: PullRequestRecord, review: ReviewRecord) {
  const html = `${htmlUrl(asked, repo)}/pull/${pull.number}#pullrequestreview-${review.id}`;
  const pullUrl = `${repoUrl(asked, repo)}/pulls/${pull.number}`;
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: simpleUser(asked, review.author),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pullUrl,
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    submitted_at: review.submitted_at,
    commit_id: review.commit_id,
    author_association: association(asked, repo, review.author),
  };
}

export function renderReviewComment(asked: Asked, repo: Repository, number: number, comment: ReviewCommentRecord) {
  const url = `${repoUrl(asked, repo)}/pulls/comments/${comment.id}`;
  const pullUrl = `${repoUrl(asked, repo)}/pulls/${number}`;
  const html = `${htmlUrl(asked, repo)}/pull/${number}#discussion_r${comment.id}`;
  return {
    id: comment.id,
    node_id: nodeId('PullRequestReviewComment', comment.id),
    pull_request_review_id: comment.review_id,
    url,
    html_url: html,
    pull_request_url: pullUrl,
    diff_hunk: comment.diff_hunk,
    path: comment.path,
    commit_id: comment.commit_id,
    original_commit_id: comment.commit_id,
    line: comment.line,
    original_line: comment.line,
    start_line: comment.start_line ?? null,
    original_start_line: comment.start_line ?? null,
    side: comment.side,
    start_side: comment.start_line === undefined ? null : comment.side,
    position: 1,
    original_position: 1,
    subject_type: 'line',
    ...(comment.in_reply_to_id === undefined ? {} : { in_reply_to_id: comment.in_reply_to_id }),
    user: simpleUser(asked, comment.author),
    body: comment.body,
    created_at: comment.created_at,
    updated_at: comment.updated_at ?? comment.created_at,
    author_association: association(asked, repo, comment.author),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
  };
}

export function renderEvent(asked: Asked, repo: Repository, event: EventRecord) {
  const url = repoUrl(asked, repo);
  const commitUrl = event.commit_id === undefined ? null : `${url}/commits/${event.commit_id}`;
  return {
    id: event.id,
    node_id: nodeId('IssueEvent', event.id),
    url: `${url}/issues/events/${event.id}`,
    actor: simpleUser(asked, event.actor),
    event: event.event,
    commit_id: event.commit_id ?? null,
    commit_url: commitUrl,
    created_at: event.created_at,
    performed_via_github_app: null,
    ...(event.event === 'labeled' ? { label: { name: event.label ?? '', color: 'ededed' } } : {}),
    ...(event.event === 'assigned' ? { assignee: simpleUser(asked, event.assignee ?? event.actor) } : {}),
    ...(event.event === 'closed' || event.event === 'reopened' ? { state_reason: null } : {}),
    ...(event.event === 'review_requested'
      ? {
          review_requester: simpleUser(asked, event.actor),
          requested_reviewer: simpleUser(asked, event.assignee ?? event.actor),
        }
      : {}),
  };
}

export type Talk = IssueRecord | PullRequestRecord;
