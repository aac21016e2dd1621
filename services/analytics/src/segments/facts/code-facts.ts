import { during, type Fact, FROM, IN_REPOS, isPerson, OF_ENTITY, personOf, UNTIL, type Uses } from '../fact.ts';
import { AGAIN_EVER, AGAIN_IN_RANGE, COUNTS } from './applied-again.ts';

const COLUMNS = [
  'sha',
  'delta',
  'lines',
  'lines_added',
  'lines_by_operation',
  'delta_by_operation',
  'delta_by_category',
  'lines_by_provenance',
  'churn_lines',
  'duplicate_lines',
  'ai_lines_added',
  'ai_lines_deleted',
  'ai_lines',
  'ai_delta',
  'old_code_delta',
  'connective_calls',
  'issue_keys',
  'says_fix',
];

const scoredCommits = (uses: Uses, range: string, again: string) => `
  SELECT ${['authored_at AS at', 'repo_id', ...COLUMNS.filter(uses), `${personOf('committer_id')} AS committer`].join(', ')}
  FROM commit_scores FINAL
  WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${range} AND ${COUNTS} AND ${isPerson('committer_id')}
    AND (repo_id, sha) NOT IN ${again}`;

const only =
  (...columns: string[]): Uses =>
  (column) =>
    columns.includes(column);

/** Non-merge commits of the default branch by processed committers, each change once. */
export const commits: Fact = {
  name: 'commits',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  sql: (uses) => scoredCommits(uses, during('authored_at'), AGAIN_IN_RANGE),
};

/** Each commit with the minutes it took: since the committer's commit before it, or 30 for the first of a run. */
export const codingMinutes: Fact = {
  name: 'coding_minutes',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  sql: () => `
  SELECT at, repo_id, sha, committer, if(is_first OR gap > 120, 30, gap) AS minutes
  FROM (
    SELECT at, repo_id, sha, committer,
      row_number() OVER same_day = 1 AS is_first,
      dateDiff('second', lagInFrame(at, 1, at) OVER same_day, at) / 60 AS gap
    FROM (${commits.sql(only('sha'))})
    WINDOW same_day AS (PARTITION BY committer, toDate32(at) ORDER BY at, sha ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )`,
};

/** A commit in eight bytes, by which tens of thousands join in half the time. */
export const commitHash = (repo: string, sha: string): string => `sipHash64(${repo}, ${sha})`;

/**
 * Keys that tie a commit to issues: in its message, or in the pull request that brought it. A request that ended a month
 * before the range, or began a month after it, holds none of its commits, however wrong a clock.
 */
export const commitIssueKeys = `
  SELECT ${commitHash('repo_id', 'own_sha')} AS own_commit, groupUniqArrayArray(issue_keys) AS pr_keys
  FROM pull_requests FINAL
  ARRAY JOIN arrayConcat(
    commit_shas, arrayMap(s -> toFixedString(s, 40), arrayFilter(s -> length(s) = 40, [merge_sha, squash_sha]))) AS own_sha
  WHERE ${OF_ENTITY} AND ${IN_REPOS} AND notEmpty(issue_keys)
    AND ifNull(coalesce(merged_at, closed_at) >= ${FROM} - toIntervalDay(30), true)
    AND ifNull(first_commit_authored_at < ${UNTIL} + toIntervalDay(30), true)
  GROUP BY own_commit`;

/** Issues that commits of the repos in scope name; not asked where the whole entity is in scope. */
export const keysNamedInScope = `
  SELECT arrayJoin(issue_keys) FROM commit_scores
  WHERE ${OF_ENTITY} AND NOT {every_repo:Bool} AND repo_id IN {repo_ids:Array(UInt64)} AND presence = 'existent' AND notEmpty(issue_keys)`;

export const IS_BUG = "lower(type) IN ('bug', 'hotfix')";

const knownIssues = (condition: string) =>
  `SELECT key FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted AND ${condition}`;
const knownDefects = (column: string) => `SELECT ${column} FROM defects FINAL WHERE ${OF_ENTITY} AND NOT removed`;

/** Each commit with the first issue it is tied to, and whether it is work on a bug or on a defect. */
const tiedCommits = (uses: Uses) => {
  const own = COLUMNS.filter((column) => uses(column) && column !== 'issue_keys');
  const columns = [
    ...['at', 'repo_id', 'committer', ...own].map((column) => `commit.${column} AS ${column}`),
    'arrayConcat(commit.issue_keys, links.pr_keys) AS keys',
    `arrayFirst(key -> key IN (${knownIssues('true')}), keys) AS issue_key`,
  ];
  if (uses('is_bug')) columns.push(`issue_key IN (${knownIssues(IS_BUG)}) AS is_bug`);
  if (uses('fixes_defect')) {
    columns.push(`arrayExists(key -> key IN (${knownDefects('defect_key')}), keys)
      OR toString(commit.sha) IN (${knownDefects('arrayJoin(fix_shas)')}) AS fixes_defect`);
  }
  const tied = `
  SELECT ${columns.join(',\n    ')}
  FROM (${commits.sql((column) => uses(column) || column === 'issue_keys' || column === 'sha')}) AS commit
  LEFT JOIN (${commitIssueKeys}) AS links ON links.own_commit = ${commitHash('commit.repo_id', 'commit.sha')}`;
  if (!uses('issue_type')) return tied;
  return `
  SELECT tied.*, issue.type AS issue_type FROM (${tied}) AS tied
  LEFT JOIN (SELECT key, type FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted) AS issue ON issue.key = tied.issue_key`;
};

export const issueCommits: Fact = {
  name: 'issue_commits',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  sql: tiedCommits,
};

/** Commits on an issue, authored while it was in a sprint that was running. */
export const sprintCommits: Fact = {
  name: 'sprint_commits',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  sql: (uses) => `
  SELECT tied.*, sprint.sprint_name AS sprint_name
  FROM (${tiedCommits(uses)}) AS tied
  INNER JOIN (
    SELECT issue_key, day, argMax(sprint_name, (sprint_started_at, sprint_id)) AS sprint_name
    FROM sprint_days FINAL
    WHERE ${OF_ENTITY} AND member AND day >= toDate32(sprint_started_at) AND (sprint_ended_at IS NULL OR day <= toDate32(sprint_ended_at))
    GROUP BY issue_key, day
  ) AS sprint ON sprint.issue_key = tied.issue_key AND sprint.day = toDate32(tied.at)`,
};

/** For what a committer did first. */
const commitsOfAllTime = (...columns: string[]) => scoredCommits(only(...columns), 'true', AGAIN_EVER);

/** A committer's first commit, first merged pull request and first released commit in scope. */
export const newcomers: Fact = {
  name: 'newcomers',
  hasCommitter: true,
  hasRepo: false,
  records: 'commits',
  recordKeys: ['first_repo', 'first_sha'],
  sql: () => `
  SELECT first.at AS at, 0 AS repo_id, first.committer AS committer, first.own_commit.1 AS first_repo, first.own_commit.2 AS first_sha,
    if(merged.committer = 0, NULL, dateDiff('second', first.at, merged.at) / 86400) AS days_to_pr,
    if(deployed.committer = 0, NULL, dateDiff('second', first.at, deployed.at) / 86400) AS days_to_deploy
  FROM (
    SELECT committer, min(authored) AS at, argMin((repo_id, sha), (authored, repo_id, sha)) AS own_commit
    FROM (SELECT at AS authored, repo_id, sha, committer FROM (${commitsOfAllTime('sha')}))
    GROUP BY committer HAVING at >= ${FROM} AND at < ${UNTIL}
  ) AS first
  LEFT JOIN (
    SELECT ${personOf('committer_id')} AS committer, min(assumeNotNull(merged_at)) AS at
    FROM pull_requests FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND merged_at IS NOT NULL AND ${isPerson('committer_id')}
    GROUP BY committer
  ) AS merged ON merged.committer = first.committer
  LEFT JOIN (
    SELECT commit.committer AS committer, min(assumeNotNull(released.released_at)) AS at
    FROM (${commitsOfAllTime('sha')}) AS commit
    INNER JOIN (
      SELECT repo_id, sha, released_at FROM released_commits FINAL WHERE ${OF_ENTITY} AND ${IN_REPOS} AND released_at IS NOT NULL
    ) AS released ON released.repo_id = commit.repo_id AND released.sha = toString(commit.sha)
    GROUP BY committer
  ) AS deployed ON deployed.committer = first.committer`,
};
