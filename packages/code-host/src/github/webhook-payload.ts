/** The body of a webhook about something this host has, as GitHub sends it. */

import { listCommits, resolveCommit } from '../git/read-history.ts';
import { type Asked, HostError, notFound } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import { renderSimpleOrganization } from './organizations.ts';
import { renderIssue } from './render-issue.ts';
import { renderFullPullRequest } from './render-pull-request.ts';
import { renderRepository } from './render-repository.ts';
import { renderIssueComment, renderReview, renderReviewComment } from './render-talk.ts';
import { simpleUser } from './render-user.ts';
import { renderRelease } from './repositories.ts';

export type Happening = {
  event: string;
  org: string;
  name: string;
  action?: string | undefined;
  number?: number | undefined;
  id?: number | undefined;
  ref?: string | undefined;
};

export async function webhookPayload(asked: Asked, given: Happening): Promise<Record<string, unknown>> {
  const repo = asked.data.repository(given.org, given.name);
  if (!repo) throw notFound();
  const rendered = await renderRepository(asked, repo);
  const about = await subject(asked, repo, rendered, given);
  const sender = simpleUser(asked, asked.data.organization(given.org)?.users[0]?.login ?? 'ghost');
  return { ...about, repository: rendered, organization: renderSimpleOrganization(asked, given.org), sender };
}

async function subject(
  asked: Asked,
  repo: Repository,
  rendered: Awaited<ReturnType<typeof renderRepository>>,
  given: Happening,
): Promise<Record<string, unknown>> {
  const pull = repo.record.pull_requests.find((candidate) => candidate.number === given.number);
  const issue = repo.record.issues.find((candidate) => candidate.number === given.number) ?? pull;
  const pullShown = async () =>
    pull ? renderFullPullRequest(asked, repo, rendered, pull) : Promise.reject(notFound());
  switch (given.event) {
    case 'ping':
      return { zen: 'Keep it logically awesome.', hook_id: repo.id };
    case 'push':
      return pushed(asked, repo, given.ref ?? `refs/heads/${rendered.default_branch}`);
    case 'pull_request':
      return {
        action: given.action ?? (pull?.closed_at === null ? 'opened' : 'closed'),
        number: given.number,
        pull_request: await pullShown(),
      };
    case 'pull_request_review': {
      const review = found(pull?.reviews, given.id);
      if (!pull) throw notFound();
      return {
        action: given.action ?? 'submitted',
        review: { ...renderReview(asked, repo, pull, review), state: review.state.toLowerCase() },
        pull_request: await pullShown(),
      };
    }
    case 'pull_request_review_comment':
      return {
        action: given.action ?? 'created',
        comment: renderReviewComment(asked, repo, given.number ?? 0, found(pull?.review_comments, given.id)),
        pull_request: await pullShown(),
      };
    case 'issues':
    case 'issue_comment': {
      if (!issue) throw notFound();
      const comment =
        given.event === 'issues'
          ? {}
          : { comment: renderIssueComment(asked, repo, issue.number, found(issue.comments, given.id)) };
      return {
        action: given.action ?? (given.event === 'issues' ? 'opened' : 'created'),
        issue: renderIssue(asked, repo, issue),
        ...comment,
      };
    }
    case 'release':
      return {
        action: given.action ?? 'published',
        release: renderRelease(asked, repo, found(repo.record.releases, given.id)),
      };
    default:
      throw new HostError(422, `event: "${given.event}" is none that this host sends by itself; give its payload.`);
  }
}

function found<T extends { id: number }>(items: readonly T[] | undefined, id: number | undefined): T {
  const item = items?.find((candidate) => candidate.id === id);
  if (!item) throw notFound();
  return item;
}

async function pushed(asked: Asked, repo: Repository, ref: string): Promise<Record<string, unknown>> {
  const after = await resolveCommit(repo.gitDir, ref);
  const [head] = after ? await listCommits(repo.gitDir, { range: [after] }, 0, 1) : [];
  if (!after || !head) throw notFound();
  const commit = {
    id: head.sha,
    tree_id: head.tree,
    distinct: true,
    message: head.message,
    timestamp: head.author.date,
    url: `${asked.origin}/${repo.org}/${repo.name}/commit/${head.sha}`,
    author: head.author,
    committer: head.committer,
    added: [],
    removed: [],
    modified: [],
  };
  return {
    ref,
    before: head.parents[0] ?? '0'.repeat(40),
    after,
    created: false,
    deleted: false,
    forced: false,
    base_ref: null,
    compare: '',
    commits: [commit],
    head_commit: commit,
    pusher: { name: head.author.name, email: head.author.email },
  };
}
