import { listCommits } from '../git/read-history.ts';
import { paged } from '../server/paging.ts';
import { type Asked, get } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import type { IssueRecord, PullRequestRecord } from '../store/records.ts';
import { issueAsked, repositoryAsked } from './find-repository.ts';
import { inState, ordered, updatedSince } from './list-order.ts';
import { renderCommit } from './render-commit.ts';
import { renderIssue } from './render-issue.ts';
import { renderEvent, renderIssueComment, renderReview } from './render-talk.ts';

type Entry = { at: string; shown: Record<string, unknown> };

/** A timeline gives everything in order: commits and reviews of a pull request, comments, and the events kept with it. */
async function timeline(asked: Asked, repo: Repository, item: IssueRecord | PullRequestRecord): Promise<Entry[]> {
  const entries: Entry[] = item.events.map((event) => ({
    at: event.created_at,
    shown: renderEvent(asked, repo, event),
  }));
  for (const comment of item.comments) {
    const shown = renderIssueComment(asked, repo, item.number, comment);
    entries.push({ at: comment.created_at, shown: { ...shown, event: 'commented', actor: shown.user } });
  }
  if ('head_sha' in item) {
    for (const review of item.reviews) {
      const shown = renderReview(asked, repo, item, review);
      entries.push({
        at: review.submitted_at,
        shown: { ...shown, event: 'reviewed', state: review.state.toLowerCase() },
      });
    }
    for (const commit of await listCommits(repo.gitDir, { range: [item.head_sha, `^${item.base_sha}`] }, 0, 250)) {
      const { sha, node_id, html_url, parents, commit: given } = renderCommit(asked, repo, commit);
      const { author, committer, message, tree, verification, url } = given;
      const shown = {
        event: 'committed',
        sha,
        node_id,
        url,
        html_url,
        author,
        committer,
        tree,
        message,
        parents,
        verification,
      };
      entries.push({ at: commit.committer.date, shown });
    }
  }
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

export const issueRoutes = [
  get('/repos/{owner}/{repo}/issues', (asked) => {
    const repo = repositoryAsked(asked);
    const labels = (asked.query.get('labels') ?? '').split(',').filter((label) => label !== '');
    const all: (IssueRecord | PullRequestRecord)[] = [...repo.record.issues, ...repo.record.pull_requests];
    const chosen = updatedSince(inState(all, asked.query), asked.query).filter((item) =>
      labels.every((label) => item.labels.includes(label)),
    );
    return paged(asked, ordered(chosen, asked.query, 'created', 'desc'), (item) => renderIssue(asked, repo, item));
  }),
  get('/repos/{owner}/{repo}/issues/comments', (asked) => {
    const repo = repositoryAsked(asked);
    const items = [...repo.record.issues, ...repo.record.pull_requests];
    const all = items.flatMap((item) => item.comments.map((comment) => ({ ...comment, number: item.number })));
    return paged(asked, ordered(updatedSince(all, asked.query), asked.query, 'created', 'asc'), (comment) =>
      renderIssueComment(asked, repo, comment.number, comment),
    );
  }),
  get('/repos/{owner}/{repo}/issues/{number}', (asked) => {
    const repo = repositoryAsked(asked);
    return { body: renderIssue(asked, repo, issueAsked(asked, repo)) };
  }),
  get('/repos/{owner}/{repo}/issues/{number}/comments', (asked) => {
    const repo = repositoryAsked(asked);
    const item = issueAsked(asked, repo);
    return paged(asked, updatedSince(item.comments, asked.query), (comment) =>
      renderIssueComment(asked, repo, item.number, comment),
    );
  }),
  get('/repos/{owner}/{repo}/issues/{number}/timeline', async (asked) => {
    const repo = repositoryAsked(asked);
    return paged(asked, await timeline(asked, repo, issueAsked(asked, repo)), (entry) => entry.shown);
  }),
];
