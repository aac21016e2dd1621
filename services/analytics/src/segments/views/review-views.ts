import { type SqlTemplate, template } from '../../store/sql.ts';
import { businessSecondsLess } from '../business-time.ts';
import { param } from '../params.ts';
import { defineView, during, isPerson, isPersonOrNobody, OF_ENTITY, personOf } from '../segment-view.ts';
import { IN_SCOPE, ofPullRequests } from './pull-request-views.ts';

/** By the time of the first human review, with the business hours that it took, less the author's time off. */
export const firstReviews = defineView({
  name: 'first_reviews',
  counts: 'Pull requests by the time of their first human review, under their author.',
  columns: ['number', 'waited_business_hours'],
  ...ofPullRequests,
  sql: () => template`
  SELECT reviewed_at AS at, pull.repo_id AS repo_id, pull.number AS number, pull.committer AS committer,
    ${businessSecondsLess('opened_at', 'reviewed_at', 'off.starts', 'off.ends')} / 3600 AS waited_business_hours
  FROM (
    SELECT repo_id, number, ${personOf('committer_id')} AS committer, opened_at, assumeNotNull(first_human_review_at) AS reviewed_at
    FROM pull_requests FINAL
    WHERE ${IN_SCOPE} AND ${during('first_human_review_at')} AND ${isPersonOrNobody('committer_id')}
  ) AS pull
  LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE ${OF_ENTITY}) AS off ON off.committer_id = pull.committer`,
});

/** Reviews by humans, under the reviewer, with the commits of what was reviewed. */
export const reviews = defineView({
  name: 'reviews',
  counts:
    'Reviews by humans, the author of the pull request among them, by the time they were submitted, under the reviewer.',
  columns: ['number', 'commit_ids'],
  ...ofPullRequests,
  sql: ({ uses }) => {
    const found = template`
  SELECT submitted_at AS at, repo_id, ${personOf('committer_id')} AS committer, number
  FROM pr_reviews FINAL
  WHERE ${IN_SCOPE} AND ${during('submitted_at')} AND NOT bot AND ${isPersonOrNobody('committer_id')}`;
    if (!uses('commit_ids')) return found;
    return template`
  SELECT review.*, arrayMap(s -> (review.repo_id, toString(s)), pull.commit_shas) AS commit_ids
  FROM (${found}) AS review
  LEFT JOIN (SELECT repo_id, number, commit_shas FROM pull_requests FINAL WHERE ${IN_SCOPE}) AS pull
    ON pull.repo_id = review.repo_id AND pull.number = review.number`;
  },
});

const comments = (committer: 'commenter' | 'author'): SqlTemplate => template`
  SELECT comment.created_at AS at, comment.repo_id AS repo_id, comment.number AS number, ${committer} AS committer,
    ${personOf('comment.committer_id')} AS commenter, ${personOf('pull.committer_id')} AS author
  FROM (
    SELECT repo_id, number, created_at, committer_id FROM pr_comments FINAL
    WHERE ${IN_SCOPE} AND ${during('created_at')} AND NOT deleted AND NOT bot AND committer_id != 0
  ) AS comment
  INNER JOIN (SELECT repo_id, number, committer_id FROM pull_requests FINAL WHERE ${IN_SCOPE}) AS pull
    ON pull.repo_id = comment.repo_id AND pull.number = comment.number
  WHERE commenter != author AND ${committer === 'commenter' ? isPerson('comment.committer_id') : template`comment.committer_id IN ${param('processed')} AND ${isPersonOrNobody('pull.committer_id')}`}`;

/** Comments on other people's pull requests: under who wrote them, and under the author of the pull request. */
export const commentsLeft = defineView({
  name: 'comments_left',
  counts: 'Comments by humans on other people’s pull requests, by the time they were written, under the commenter.',
  columns: ['number'],
  ...ofPullRequests,
  sql: () => comments('commenter'),
});
export const commentsReceived = defineView({
  name: 'comments_received',
  counts:
    'Comments by other people on pull requests, by the time they were written, under the author of the pull request.',
  columns: ['number'],
  ...ofPullRequests,
  sql: () => comments('author'),
});
