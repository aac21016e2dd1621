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

export async function webhookPayload(asked: Asked, told: Happening): Promise<Record<string, unknown>> {
  const repo = asked.data.repository(told.org, told.name);
  if (!repo) throw notFound();
  const rendered = await renderRepository(asked, repo);
  const about = await subject(asked, repo, rendered, told);
  const sender = simpleUser(asked, asked.data.organization(told.org)?.users[0]?.login ?? 'ghost');
  return { ...about, repository: rendered, organization: renderSimpleOrganization(asked, told.org), sender };
}

async function subject(
  asked: Asked,
  repo: Repository,
  rendered: Awaited<ReturnType<typeof renderRepository>>,
  told: Happening,
): Promise<Record<string, unknown>> {
  const pull = repo.record.pull_requests.find((candidate) => candidate.number === told.number);
  const issue = repo.record.issues.find((candidate) => candidate.number === told.number) ?? pull;
  const pullShown = async () =>
    pull ? renderFullPullRequest(asked, repo, rendered, pull) : Promise.reject(notFound());
  switch (told.event) {
    case 'ping':
      return { zen: 'Keep it logically awesome.', hook_id: repo.id };
    case 'push':
      return pushed(asked, repo, told.ref ?? `refs/heads/${rendered.default_branch}`);
    case 'pull_request':
      return {
        action: told.action ?? (pull?.closed_at === null ? 'opened' : 'closed'),
        number: told.number,
        pull_request: await pullShown(),
      };
    case 'pull_request_review': {
      const review = found(pull?.reviews, told.id);
      if (!pull) throw notFound();
      return {
        action: told.action ?? 'submitted',
        review: { ...renderReview(asked, repo, pull, review), state: review.state.toLowerCase() },
        pull_request: await pullShown(),
      };
    }
    case 'pull_request_review_comment':
      return {
        action: told.action ?? 'created',
        comment: renderReviewComment(asked, repo, told.number ?? 0, found(pull?.review_comments, told.id)),
        pull_request: await pullShown(),
      };
    case 'issues':
    case 'issue_comment': {
      if (!issue) throw notFound();
      const comment =
        told.event === 'issues'
          ? {}
          : { comment: renderIssueComment(asked, repo, issue.number, found(issue.comments, told.id)) };
      return {
        action: told.action ?? (told.event === 'issues' ? 'opened' : 'created'),
        issue: renderIssue(asked, repo, issue),
        ...comment,
      };
    }
    case 'release':
      return {
        action: told.action ?? 'published',
        release: renderRelease(asked, repo, found(repo.record.releases, told.id)),
      };
    default:
      throw new HostError(422, `event: "${told.event}" is none that this host sends by itself; give its payload.`);
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
