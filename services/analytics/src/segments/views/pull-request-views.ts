import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { param } from '../params.ts';
import {
  defineView,
  during,
  FROM,
  IN_REPOS,
  isPerson,
  isPersonOrNobody,
  OF_ENTITY,
  OF_SCORES,
  personOf,
  UNTIL,
  type ViewRequest,
} from '../segment-view.ts';
import { commitHash } from './issue-commit-views.ts';

export const IN_SCOPE = template`${OF_ENTITY} AND ${IN_REPOS}`;

/** When each pull request's change first went out. */
const releases = template`
  SELECT repo_id, sha, assumeNotNull(released_at) AS released_at FROM released_commits FINAL
  WHERE ${IN_SCOPE} AND released_at IS NOT NULL`;

const PULL_REQUEST_COLUMNS = [
  'number',
  'cycle_seconds',
  'resolved_seconds',
  'unreviewed',
  'unreviewed_by_humans',
] as const;

const pullRequests = ({ uses }: ViewRequest, at: string, condition: SqlTemplate): SqlTemplate => {
  const columns: Record<(typeof PULL_REQUEST_COLUMNS)[number], TemplatePart> = {
    number: 'number',
    cycle_seconds: `dateDiff('second', first_commit_authored_at, merged_at)`,
    resolved_seconds: `dateDiff('second', opened_at, coalesce(merged_at, closed_at))`,
    unreviewed: template`merged_at IS NOT NULL AND first_human_review_at IS NULL
      AND (repo_id, number) NOT IN (SELECT repo_id, number FROM pr_reviews WHERE ${IN_SCOPE})`,
    unreviewed_by_humans: 'merged_at IS NOT NULL AND first_human_review_at IS NULL',
  };
  const used = Object.entries(columns).filter(([name]) => uses(name));
  return template`
  SELECT ${joinTemplates([`${at} AS at`, 'repo_id', template`${personOf('committer_id')} AS committer`, ...used.map(([name, sql]) => template`${sql} AS ${name}`)], ', ')}
  FROM pull_requests FINAL
  WHERE ${IN_SCOPE} AND ${condition} AND ${isPersonOrNobody('committer_id')}`;
};

export const ofPullRequests = { hasCommitter: true, hasRepo: true, records: 'pull_requests' } as const;
const HELD = { cycle_seconds: 1, resolved_seconds: 1 };

export const openedPullRequests = defineView({
  name: 'opened_pull_requests',
  counts: 'Pull requests by the time they were opened, under their author.',
  ...ofPullRequests,
  columns: PULL_REQUEST_COLUMNS,
  held: HELD,
  sql: (request) => pullRequests(request, 'opened_at', during('opened_at')),
});

export const mergedPullRequests = defineView({
  name: 'merged_pull_requests',
  counts: 'Pull requests by the time they were merged, under their author.',
  ...ofPullRequests,
  columns: PULL_REQUEST_COLUMNS,
  held: HELD,
  sql: (request) => pullRequests(request, 'assumeNotNull(merged_at)', during('merged_at')),
});

export const abandonedPullRequests = defineView({
  name: 'abandoned_pull_requests',
  counts: 'Pull requests closed unmerged, by the time they were closed, under their author.',
  ...ofPullRequests,
  columns: PULL_REQUEST_COLUMNS,
  held: HELD,
  sql: (request) =>
    pullRequests(request, 'assumeNotNull(closed_at)', template`merged_at IS NULL AND ${during('closed_at')}`),
});

export const endedPullRequests = defineView({
  name: 'ended_pull_requests',
  counts: 'Pull requests by the time they were merged or closed, under their author.',
  ...ofPullRequests,
  columns: PULL_REQUEST_COLUMNS,
  held: HELD,
  sql: (request) =>
    pullRequests(request, 'assumeNotNull(coalesce(merged_at, closed_at))', during('coalesce(merged_at, closed_at)')),
});

/** By the time of release, with the hours of coding, of review and of waiting for the release. */
export const releasedPullRequests = defineView({
  name: 'released_pull_requests',
  counts: 'Merged pull requests by the time they were first released, under their author.',
  columns: ['number', 'lead_days', 'coding_hours', 'review_hours', 'release_hours'],
  ...ofPullRequests,
  sql: () => template`
  SELECT released.at AS at, pull.repo_id AS repo_id, pull.number AS number, ${personOf('pull.committer_id')} AS committer,
    dateDiff('second', pull.first_commit_authored_at, released.at) / 86400 AS lead_days,
    if(pull.first_commit_authored_at IS NULL, NULL, greatest(dateDiff('second', pull.first_commit_authored_at, pull.opened_at), 0)) / 3600 AS coding_hours,
    dateDiff('second', pull.opened_at, assumeNotNull(pull.merged_at)) / 3600 AS review_hours,
    greatest(dateDiff('second', assumeNotNull(pull.merged_at), released.at), 0) / 3600 AS release_hours
  FROM (
    SELECT repo_id, number, committer_id, first_commit_authored_at, opened_at, merged_at FROM pull_requests FINAL
    WHERE ${IN_SCOPE} AND merged_at < ${UNTIL} AND ${isPersonOrNobody('committer_id')}
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
});

/** At each interval's end, the pull requests that were open and that no human had reviewed. */
export const awaitingPullRequests = defineView({
  name: 'awaiting_pull_requests',
  counts: 'Pull requests that are open at the interval’s end, no draft, and without human review, under their author.',
  columns: ['number', 'waited_hours'],
  ...ofPullRequests,
  sql: () => template`
  SELECT subtractMilliseconds(ends, 1) AS at, repo_id, committer, number, dateDiff('second', opened_at, ends) / 3600 AS waited_hours
  FROM (
    SELECT repo_id, number, opened_at, coalesce(merged_at, closed_at) AS ended_at, first_human_review_at, ${personOf('committer_id')} AS committer,
      arrayJoin(arrayMap(ms -> fromUnixTimestamp64Milli(ms, 'UTC'), ${param('bucket_ends_ms')})) AS ends
    FROM pull_requests FINAL
    WHERE ${IN_SCOPE} AND opened_at < ${UNTIL} AND NOT draft AND ${isPersonOrNobody('committer_id')} AND ifNull(coalesce(merged_at, closed_at) >= ${FROM}, true)
  )
  WHERE opened_at < ends AND ifNull(ended_at >= ends, true) AND ifNull(first_human_review_at >= ends, true)`,
});

/**
 * Commits of pull requests, on branches too, by its phase when they were authored; after its merge, also
 * commits of the default branch that name an issue of the merged request. The squash or merge itself is not counted again.
 */
export const phaseCommits = defineView({
  name: 'phase_commits',
  counts:
    'Non-merge commits of pull requests, on branches too, by authored time, and commits of the default branch that follow a merged request on its issue; a squash commit and its branch’s never both.',
  columns: ['sha', 'delta', 'phase'],
  held: { delta: 1_000_000 },
  ...ofPullRequests,
  records: 'commits',
  sql: () => template`
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.committer AS committer, scored.delta AS delta,
    multiIf(own.opened IS NULL, 'After merge', scored.authored_at < own.opened, 'Preparing',
      own.merged IS NULL OR scored.authored_at <= own.merged, 'Revising', 'After merge') AS phase
  FROM (
    SELECT authored_at, committed_at, repo_id, sha, delta, patch_id, ${personOf('committer_id')} AS committer,
      arrayJoin(if(on_default_branch AND notEmpty(issue_keys), issue_keys, [''])) AS issue_key
    FROM commit_scores FINAL
    WHERE ${OF_SCORES} AND ${IN_REPOS} AND ${during('authored_at')} AND presence = 'existent' AND NOT is_merge AND ${isPerson('committer_id')}
  ) AS scored
  LEFT JOIN (
    SELECT ${commitHash('repo_id', 'own_sha.1')} AS own_commit, argMinIf(toNullable(opened_at), number, own_sha.2) AS opened,
      argMinIf(tuple(merged_at), number, own_sha.2).1 AS merged, max(notEmpty(issue_keys)) AS names_issue
    FROM pull_requests FINAL
    ARRAY JOIN arrayConcat(arrayMap(s -> (s, true), commit_shas),
      arrayMap(s -> (toFixedString(s, 40), false), arrayFilter(s -> length(s) = 40, [merge_sha, squash_sha]))) AS own_sha
    WHERE ${IN_SCOPE}
    GROUP BY own_commit
  ) AS own ON own.own_commit = ${commitHash('scored.repo_id', 'scored.sha')}
  LEFT JOIN (
    SELECT sipHash64(repo_id, issue_key) AS issue, toNullable(min(assumeNotNull(merged_at))) AS first_merged
    FROM pull_requests FINAL
    ARRAY JOIN issue_keys AS issue_key
    WHERE ${IN_SCOPE} AND merged_at IS NOT NULL
    GROUP BY issue
  ) AS follow ON follow.issue = sipHash64(scored.repo_id, scored.issue_key)
  WHERE own.opened IS NOT NULL OR (NOT own.names_issue AND ifNull(follow.first_merged < scored.authored_at, false))
  ORDER BY scored.committed_at, repo_id, scored.sha LIMIT 1 BY scored.patch_id = '' ? toString(scored.sha) : scored.patch_id, committer, at`,
});
