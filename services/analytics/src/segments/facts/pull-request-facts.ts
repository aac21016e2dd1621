import { businessSecondsLess } from '../business-time.ts';
import { during, type Fact, IN_REPOS, OF_ENTITY, UNTIL } from '../fact.ts';
import { commitIssueKeys } from './code-facts.ts';

const IN_SCOPE = `${OF_ENTITY} AND ${IN_REPOS}`;

/** When each pull request's change first went out. */
const releases = `
  SELECT repo_id, sha, assumeNotNull(released_at) AS released_at FROM released_commits FINAL
  WHERE ${IN_SCOPE} AND released_at IS NOT NULL`;

const pullRequests = (at: string, condition: string) => `
  SELECT ${at} AS at, pull.repo_id AS repo_id, people.committer AS committer, pull.number AS number,
    pull.opened_at AS opened_at, pull.first_human_review_at AS first_human_review_at,
    dateDiff('second', pull.first_commit_authored_at, pull.merged_at) / 86400 AS cycle_days,
    dateDiff('second', pull.opened_at, coalesce(pull.merged_at, pull.closed_at)) / 86400 AS resolved_days,
    pull.merged_at IS NOT NULL AND reviews.total = 0 AND pull.first_human_review_at IS NULL AS unreviewed,
    pull.merged_at IS NOT NULL AND pull.first_human_review_at IS NULL AS unreviewed_by_humans,
    pull.merged_at IS NOT NULL AS is_merged
  FROM (SELECT * FROM pull_requests FINAL WHERE ${IN_SCOPE} AND ${condition}) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  LEFT JOIN (
    SELECT repo_id, number, count() AS total FROM pr_reviews FINAL WHERE ${IN_SCOPE} GROUP BY repo_id, number
  ) AS reviews ON reviews.repo_id = pull.repo_id AND reviews.number = pull.number`;

const ofPullRequests = { hasCommitter: true, hasRepo: true } as const;

export const openedPullRequests: Fact = {
  name: 'opened_pull_requests',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'opened' },
  sql: pullRequests('pull.opened_at', during('opened_at')),
};

export const mergedPullRequests: Fact = {
  name: 'merged_pull_requests',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'resolved', phase: 'phase_merged' },
  sql: pullRequests('assumeNotNull(pull.merged_at)', during('merged_at')),
};

export const abandonedPullRequests: Fact = {
  name: 'abandoned_pull_requests',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'resolved', phase: 'phase_closed' },
  sql: pullRequests('assumeNotNull(pull.closed_at)', `merged_at IS NULL AND ${during('closed_at')}`),
};

export const endedPullRequests: Fact = {
  name: 'ended_pull_requests',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'resolved' },
  sql: pullRequests(
    'assumeNotNull(coalesce(pull.merged_at, pull.closed_at))',
    during('coalesce(merged_at, closed_at)'),
  ),
};

/** By the time of release, with the hours of coding, of review and of waiting for the release. */
export const releasedPullRequests: Fact = {
  name: 'released_pull_requests',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'resolved', phase: 'phase_merged' },
  sql: `
  SELECT released.at AS at, pull.repo_id AS repo_id, people.committer AS committer,
    dateDiff('second', pull.first_commit_authored_at, released.at) / 86400 AS lead_days,
    if(pull.first_commit_authored_at IS NULL, NULL, greatest(dateDiff('second', pull.first_commit_authored_at, pull.opened_at), 0)) / 3600 AS coding_hours,
    dateDiff('second', pull.opened_at, assumeNotNull(pull.merged_at)) / 3600 AS review_hours,
    greatest(dateDiff('second', assumeNotNull(pull.merged_at), released.at), 0) / 3600 AS release_hours
  FROM (SELECT * FROM pull_requests FINAL WHERE ${IN_SCOPE} AND merged_at IS NOT NULL) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  INNER JOIN (
    SELECT brought.repo_id AS repo_id, brought.number AS number, min(release.released_at) AS at
    FROM (
      SELECT repo_id, number, arrayJoin([merge_sha, squash_sha, head_sha]) AS brought_sha
      FROM pull_requests FINAL WHERE ${IN_SCOPE} AND merged_at IS NOT NULL
    ) AS brought
    INNER JOIN (${releases}) AS release ON release.repo_id = brought.repo_id AND release.sha = brought.brought_sha
    GROUP BY repo_id, number HAVING ${during('at')}
  ) AS released ON released.repo_id = pull.repo_id AND released.number = pull.number`,
};

/** At each interval's end, the pull requests that were open and that no human had reviewed. */
export const awaitingPullRequests: Fact = {
  name: 'awaiting_pull_requests',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'opened', phase: 'phase_open' },
  sql: `
  SELECT subtractMilliseconds(ends, 1) AS at, pull.repo_id AS repo_id, people.committer AS committer, pull.number AS number,
    dateDiff('second', pull.opened_at, ends) / 3600 AS waited_hours
  FROM (
    SELECT *, arrayJoin(arrayMap(ms -> fromUnixTimestamp64Milli(ms, 'UTC'), {bucket_ends_ms:Array(Int64)})) AS ends
    FROM pull_requests FINAL WHERE ${IN_SCOPE} AND opened_at < ${UNTIL}
  ) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  WHERE pull.opened_at < ends AND NOT pull.draft
    AND (coalesce(pull.merged_at, pull.closed_at) IS NULL OR coalesce(pull.merged_at, pull.closed_at) >= ends)
    AND (pull.first_human_review_at IS NULL OR pull.first_human_review_at >= ends)`,
};

/** By the time of the first human review, with the business hours that it took, less the author's time off. */
export const firstReviews: Fact = {
  name: 'first_reviews',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'opened' },
  sql: `
  SELECT reviewed_at AS at, pull.repo_id AS repo_id, people.committer AS committer,
    ${businessSecondsLess('opened_at', 'reviewed_at', 'off.starts', 'off.ends')} / 3600 AS waited_business_hours
  FROM (
    SELECT repo_id, committer_id, opened_at, assumeNotNull(first_human_review_at) AS reviewed_at FROM pull_requests FINAL
    WHERE ${IN_SCOPE} AND ${during('first_human_review_at')}
  ) AS pull
  INNER JOIN people ON people.identity = pull.committer_id
  LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE ${OF_ENTITY}) AS off ON off.committer_id = people.committer`,
};

/** Reviews by humans, under the reviewer, with the commits of what was reviewed. */
export const reviews: Fact = {
  name: 'reviews',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'opened' },
  sql: `
  SELECT review.submitted_at AS at, review.repo_id AS repo_id, people.committer AS committer, review.number AS number,
    arrayMap(s -> (review.repo_id, toString(s)), pull.commit_shas) AS commit_ids
  FROM (SELECT * FROM pr_reviews FINAL WHERE ${IN_SCOPE} AND ${during('submitted_at')} AND NOT bot) AS review
  INNER JOIN people ON people.identity = review.committer_id
  LEFT JOIN (SELECT repo_id, number, commit_shas FROM pull_requests FINAL WHERE ${IN_SCOPE}) AS pull
    ON pull.repo_id = review.repo_id AND pull.number = review.number`,
};

const comments = (committer: 'commenter' | 'author') => `
  SELECT comment.created_at AS at, comment.repo_id AS repo_id, ${committer}.committer AS committer
  FROM (SELECT * FROM pr_comments FINAL WHERE ${IN_SCOPE} AND ${during('created_at')} AND NOT deleted AND NOT bot) AS comment
  INNER JOIN (SELECT repo_id, number, committer_id FROM pull_requests FINAL WHERE ${IN_SCOPE}) AS pull
    ON pull.repo_id = comment.repo_id AND pull.number = comment.number
  INNER JOIN (SELECT committer_id AS identity, primary_id AS person FROM committers FINAL WHERE ${OF_ENTITY}) AS written
    ON written.identity = comment.committer_id
  INNER JOIN (SELECT committer_id AS identity, primary_id AS person FROM committers FINAL WHERE ${OF_ENTITY}) AS asked
    ON asked.identity = pull.committer_id
  INNER JOIN people AS ${committer} ON ${committer}.identity = ${committer === 'commenter' ? 'comment' : 'pull'}.committer_id
  WHERE written.person != asked.person`;

/** What people say of other people's pull requests: under the one who said it, and under the one who heard it. */
export const commentsLeft: Fact = {
  name: 'comments_left',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'opened' },
  sql: comments('commenter'),
};
export const commentsReceived: Fact = {
  name: 'comments_received',
  ...ofPullRequests,
  records: { list: 'pull_requests', by: 'opened' },
  sql: comments('author'),
};

/**
 * Commits of pull requests, on branches too, by what the request was at when they were authored; after its merge, also
 * commits of the default branch that name an issue of the merged request. The squash or merge itself is not counted again.
 */
export const phaseCommits: Fact = {
  name: 'phase_commits',
  ...ofPullRequests,
  records: { list: 'commits' },
  sql: `
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, people.committer AS committer, scored.delta AS delta,
    multiIf(own.opened_at IS NULL, 'After merge', scored.authored_at < own.opened_at, 'Preparing',
      own.merged_at IS NULL OR scored.authored_at <= own.merged_at, 'Revising', 'After merge') AS phase
  FROM (
    SELECT * FROM commit_scores FINAL
    WHERE ${IN_SCOPE} AND ${during('authored_at')} AND presence = 'existent' AND NOT is_merge
  ) AS scored
  INNER JOIN people ON people.identity = scored.committer_id
  LEFT JOIN (
    SELECT repo_id, toString(own_sha) AS sha, argMin(toNullable(opened), number) AS opened_at, argMin(tuple(merged), number).1 AS merged_at
    FROM (SELECT repo_id, number, opened_at AS opened, merged_at AS merged, arrayJoin(commit_shas) AS own_sha FROM pull_requests FINAL WHERE ${IN_SCOPE})
    GROUP BY repo_id, sha
  ) AS own ON own.repo_id = scored.repo_id AND own.sha = toString(scored.sha)
  LEFT JOIN (${commitIssueKeys}) AS links ON links.repo_id = scored.repo_id AND links.sha = toString(scored.sha)
  LEFT JOIN (
    SELECT repo_id, groupArray((issue_key, merged)) AS merges
    FROM (SELECT repo_id, arrayJoin(issue_keys) AS issue_key, assumeNotNull(merged_at) AS merged FROM pull_requests FINAL WHERE ${IN_SCOPE} AND merged_at IS NOT NULL)
    GROUP BY repo_id
  ) AS follow ON follow.repo_id = scored.repo_id
  WHERE own.opened_at IS NOT NULL
    OR (scored.on_default_branch AND empty(links.pr_keys)
      AND arrayExists(m -> has(scored.issue_keys, m.1) AND m.2 < scored.authored_at, follow.merges))
  ORDER BY at, scored.sha LIMIT 1 BY scored.patch_id = '' ? toString(scored.sha) : scored.patch_id, committer, at`,
};
