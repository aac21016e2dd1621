import { businessSecondsLess } from '../business-time.ts';
import { during, type Fact, FROM, IN_REPOS, isPerson, OF_ENTITY, personOf, UNTIL, type Uses } from '../fact.ts';
import { commitHash, commitIssueKeys } from './code-facts.ts';

const IN_SCOPE = `${OF_ENTITY} AND ${IN_REPOS}`;

/** When each pull request's change first went out. */
const releases = `
  SELECT repo_id, sha, assumeNotNull(released_at) AS released_at FROM released_commits FINAL
  WHERE ${IN_SCOPE} AND released_at IS NOT NULL`;

const pullRequests = (uses: Uses, at: string, condition: string) => {
  const columns = {
    number: 'number',
    cycle_days: `dateDiff('second', first_commit_authored_at, merged_at) / 86400`,
    resolved_days: `dateDiff('second', opened_at, coalesce(merged_at, closed_at)) / 86400`,
    unreviewed: `merged_at IS NOT NULL AND first_human_review_at IS NULL
      AND (repo_id, number) NOT IN (SELECT repo_id, number FROM pr_reviews FINAL WHERE ${IN_SCOPE})`,
    unreviewed_by_humans: 'merged_at IS NOT NULL AND first_human_review_at IS NULL',
  };
  const used = Object.entries(columns).filter(([name]) => uses(name));
  return `
  SELECT ${[`${at} AS at`, 'repo_id', `${personOf('committer_id')} AS committer`, ...used.map(([name, sql]) => `${sql} AS ${name}`)].join(', ')}
  FROM pull_requests FINAL
  WHERE ${IN_SCOPE} AND ${condition} AND ${isPerson('committer_id')}`;
};

const ofPullRequests = { hasCommitter: true, hasRepo: true, records: 'pull_requests' } as const;

export const openedPullRequests: Fact = {
  name: 'opened_pull_requests',
  ...ofPullRequests,
  sql: (uses) => pullRequests(uses, 'opened_at', during('opened_at')),
};

export const mergedPullRequests: Fact = {
  name: 'merged_pull_requests',
  ...ofPullRequests,
  sql: (uses) => pullRequests(uses, 'assumeNotNull(merged_at)', during('merged_at')),
};

export const abandonedPullRequests: Fact = {
  name: 'abandoned_pull_requests',
  ...ofPullRequests,
  sql: (uses) => pullRequests(uses, 'assumeNotNull(closed_at)', `merged_at IS NULL AND ${during('closed_at')}`),
};

export const endedPullRequests: Fact = {
  name: 'ended_pull_requests',
  ...ofPullRequests,
  sql: (uses) =>
    pullRequests(uses, 'assumeNotNull(coalesce(merged_at, closed_at))', during('coalesce(merged_at, closed_at)')),
};

/** By the time of release, with the hours of coding, of review and of waiting for the release. */
export const releasedPullRequests: Fact = {
  name: 'released_pull_requests',
  ...ofPullRequests,
  sql: () => `
  SELECT released.at AS at, pull.repo_id AS repo_id, pull.number AS number, ${personOf('pull.committer_id')} AS committer,
    dateDiff('second', pull.first_commit_authored_at, released.at) / 86400 AS lead_days,
    if(pull.first_commit_authored_at IS NULL, NULL, greatest(dateDiff('second', pull.first_commit_authored_at, pull.opened_at), 0)) / 3600 AS coding_hours,
    dateDiff('second', pull.opened_at, assumeNotNull(pull.merged_at)) / 3600 AS review_hours,
    greatest(dateDiff('second', assumeNotNull(pull.merged_at), released.at), 0) / 3600 AS release_hours
  FROM (
    SELECT repo_id, number, committer_id, first_commit_authored_at, opened_at, merged_at FROM pull_requests FINAL
    WHERE ${IN_SCOPE} AND merged_at < ${UNTIL} AND ${isPerson('committer_id')}
  ) AS pull
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
  sql: () => `
  SELECT subtractMilliseconds(ends, 1) AS at, repo_id, committer, number, dateDiff('second', opened_at, ends) / 3600 AS waited_hours
  FROM (
    SELECT repo_id, number, opened_at, coalesce(merged_at, closed_at) AS ended_at, first_human_review_at, ${personOf('committer_id')} AS committer,
      arrayJoin(arrayMap(ms -> fromUnixTimestamp64Milli(ms, 'UTC'), {bucket_ends_ms:Array(Int64)})) AS ends
    FROM pull_requests FINAL
    WHERE ${IN_SCOPE} AND opened_at < ${UNTIL} AND NOT draft AND ${isPerson('committer_id')} AND ifNull(coalesce(merged_at, closed_at) >= ${FROM}, true)
  )
  WHERE opened_at < ends AND ifNull(ended_at >= ends, true) AND ifNull(first_human_review_at >= ends, true)`,
};

/** By the time of the first human review, with the business hours that it took, less the author's time off. */
export const firstReviews: Fact = {
  name: 'first_reviews',
  ...ofPullRequests,
  sql: () => `
  SELECT reviewed_at AS at, pull.repo_id AS repo_id, pull.number AS number, pull.committer AS committer,
    ${businessSecondsLess('opened_at', 'reviewed_at', 'off.starts', 'off.ends')} / 3600 AS waited_business_hours
  FROM (
    SELECT repo_id, number, ${personOf('committer_id')} AS committer, opened_at, assumeNotNull(first_human_review_at) AS reviewed_at
    FROM pull_requests FINAL
    WHERE ${IN_SCOPE} AND ${during('first_human_review_at')} AND ${isPerson('committer_id')}
  ) AS pull
  LEFT JOIN (SELECT committer_id, starts, ends FROM time_off FINAL WHERE ${OF_ENTITY}) AS off ON off.committer_id = pull.committer`,
};

/** Reviews by humans, under the reviewer, with the commits of what was reviewed. */
export const reviews: Fact = {
  name: 'reviews',
  ...ofPullRequests,
  sql: (uses) => {
    const found = `
  SELECT submitted_at AS at, repo_id, ${personOf('committer_id')} AS committer, number
  FROM pr_reviews FINAL
  WHERE ${IN_SCOPE} AND ${during('submitted_at')} AND NOT bot AND ${isPerson('committer_id')}`;
    if (!uses('commit_ids')) return found;
    return `
  SELECT review.*, arrayMap(s -> (review.repo_id, toString(s)), pull.commit_shas) AS commit_ids
  FROM (${found}) AS review
  LEFT JOIN (SELECT repo_id, number, commit_shas FROM pull_requests FINAL WHERE ${IN_SCOPE}) AS pull
    ON pull.repo_id = review.repo_id AND pull.number = review.number`;
  },
};

const comments = (committer: 'commenter' | 'author') => `
  SELECT comment.created_at AS at, comment.repo_id AS repo_id, comment.number AS number, ${committer} AS committer,
    ${personOf('comment.committer_id')} AS commenter, ${personOf('pull.committer_id')} AS author
  FROM (
    SELECT repo_id, number, created_at, committer_id FROM pr_comments FINAL
    WHERE ${IN_SCOPE} AND ${during('created_at')} AND NOT deleted AND NOT bot AND committer_id != 0
  ) AS comment
  INNER JOIN (SELECT repo_id, number, committer_id FROM pull_requests FINAL WHERE ${IN_SCOPE} AND committer_id != 0) AS pull
    ON pull.repo_id = comment.repo_id AND pull.number = comment.number
  WHERE commenter != author AND ${isPerson(committer === 'commenter' ? 'comment.committer_id' : 'pull.committer_id')}`;

/** What people say of other people's pull requests: under the one who said it, and under the one who heard it. */
export const commentsLeft: Fact = {
  name: 'comments_left',
  ...ofPullRequests,
  sql: () => comments('commenter'),
};
export const commentsReceived: Fact = {
  name: 'comments_received',
  ...ofPullRequests,
  sql: () => comments('author'),
};

/**
 * Commits of pull requests, on branches too, by what the request was at when they were authored; after its merge, also
 * commits of the default branch that name an issue of the merged request. The squash or merge itself is not counted again.
 */
export const phaseCommits: Fact = {
  name: 'phase_commits',
  ...ofPullRequests,
  records: 'commits',
  sql: () => `
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.committer AS committer, scored.delta AS delta,
    multiIf(own.opened_at IS NULL, 'After merge', scored.authored_at < own.opened_at, 'Preparing',
      own.merged_at IS NULL OR scored.authored_at <= own.merged_at, 'Revising', 'After merge') AS phase
  FROM (
    SELECT authored_at, repo_id, sha, delta, patch_id, issue_keys, on_default_branch, ${personOf('committer_id')} AS committer
    FROM commit_scores FINAL
    WHERE ${IN_SCOPE} AND ${during('authored_at')} AND presence = 'existent' AND NOT is_merge AND ${isPerson('committer_id')}
  ) AS scored
  LEFT JOIN (
    SELECT repo_id, toString(own_sha) AS sha, argMin(toNullable(opened), number) AS opened_at, argMin(tuple(merged), number).1 AS merged_at
    FROM (SELECT repo_id, number, opened_at AS opened, merged_at AS merged, arrayJoin(commit_shas) AS own_sha FROM pull_requests FINAL WHERE ${IN_SCOPE})
    GROUP BY repo_id, sha
  ) AS own ON own.repo_id = scored.repo_id AND own.sha = toString(scored.sha)
  LEFT JOIN (${commitIssueKeys}) AS links ON links.own_commit = ${commitHash('scored.repo_id', 'scored.sha')}
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
