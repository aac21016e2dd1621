import { paged } from '../server/paging.ts';
import { get } from '../server/route.ts';
import { pullRequestAsked, repositoryAsked } from './find-repository.ts';
import { inState, ordered, updatedSince } from './list-order.ts';
import { renderFullPullRequest, renderPullRequest } from './render-pull-request.ts';
import { renderRepository } from './render-repository.ts';
import { renderReview, renderReviewComment } from './render-talk.ts';

export const pullRequestRoutes = [
  get('/repos/{owner}/{repo}/pulls', async (asked) => {
    const repo = repositoryAsked(asked);
    const rendered = await renderRepository(asked, repo);
    const head = asked.query.get('head');
    const base = asked.query.get('base');
    const chosen = inState(repo.record.pull_requests, asked.query)
      .filter((pull) => !head || `${repo.org}:${pull.head_ref}` === head)
      .filter((pull) => !base || pull.base_ref === base);
    return paged(
      asked,
      ordered(
        chosen,
        asked.query,
        'created',
        asked.query.has('sort') && asked.query.get('sort') !== 'created' ? 'asc' : 'desc',
      ),
      (pull) => renderPullRequest(asked, repo, rendered, pull),
    );
  }),
  get('/repos/{owner}/{repo}/pulls/comments', (asked) => {
    const repo = repositoryAsked(asked);
    const all = repo.record.pull_requests.flatMap((pull) =>
      pull.review_comments.map((comment) => ({ ...comment, number: pull.number })),
    );
    return paged(asked, ordered(updatedSince(all, asked.query), asked.query, 'created', 'asc'), (comment) =>
      renderReviewComment(asked, repo, comment.number, comment),
    );
  }),
  get('/repos/{owner}/{repo}/pulls/{number}', async (asked) => {
    const repo = repositoryAsked(asked);
    const rendered = await renderRepository(asked, repo);
    return { body: await renderFullPullRequest(asked, repo, rendered, pullRequestAsked(asked, repo)) };
  }),
  get('/repos/{owner}/{repo}/pulls/{number}/reviews', (asked) => {
    const repo = repositoryAsked(asked);
    const pull = pullRequestAsked(asked, repo);
    return paged(asked, pull.reviews, (review) => renderReview(asked, repo, pull, review));
  }),
  get('/repos/{owner}/{repo}/pulls/{number}/comments', (asked) => {
    const repo = repositoryAsked(asked);
    const pull = pullRequestAsked(asked, repo);
    return paged(
      asked,
      ordered(updatedSince(pull.review_comments, asked.query), asked.query, 'created', 'asc'),
      (comment) => renderReviewComment(asked, repo, pull.number, comment),
    );
  }),
];
