import { during, type Fact, FROM, IN_REPOS, OF_ENTITY, UNTIL } from '../fact.ts';

const COUNTS = `presence = 'existent' AND on_default_branch AND NOT is_merge`;

/**
 * Of commits that make the same change, by the same author at the same time, all but the one committed first: in the
 * whole entity, so that a repo's number is the same whatever else the question is about.
 */
const appliedAgain = (range: string) => `
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_scores FINAL
    WHERE ${OF_ENTITY} AND ${range} AND ${COUNTS} AND patch_id != ''
    GROUP BY patch_id, committer_id, authored_at HAVING count() > 1
  )`;

const scoredCommits = (columns: string, range: string) => `
  SELECT ${columns}, people.committer AS committer
  FROM (
    SELECT * FROM commit_scores FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${range} AND ${COUNTS}
      AND (repo_id, sha) NOT IN (${appliedAgain(range)})
  ) AS scored
  INNER JOIN people ON people.identity = scored.committer_id`;

const COLUMNS = `scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.delta AS delta, scored.lines AS lines,
    scored.lines_added AS lines_added, scored.lines_by_operation AS lines_by_operation, scored.delta_by_operation AS delta_by_operation,
    scored.delta_by_category AS delta_by_category, scored.lines_by_provenance AS lines_by_provenance,
    scored.churn_lines AS churn_lines, scored.duplicate_lines AS duplicate_lines, scored.ai_lines_added AS ai_lines_added,
    scored.ai_lines_deleted AS ai_lines_deleted, scored.ai_lines AS ai_lines, scored.ai_delta AS ai_delta,
    scored.old_code_delta AS old_code_delta, scored.connective_calls AS connective_calls,
    scored.issue_keys AS issue_keys, scored.says_fix AS says_fix`;

/** Non-merge commits of the default branch by processed committers, each change once. */
export const commits: Fact = {
  name: 'commits',
  hasCommitter: true,
  hasRepo: true,
  records: { list: 'commits' },
  sql: scoredCommits(COLUMNS, during('authored_at')),
};

/** The same over all time: for what a committer did first. */
export const commitsOfAllTime = scoredCommits(COLUMNS, 'true');

/** Each commit with the minutes it took: since the committer's commit before it, or 30 for the first of a run. */
export const codingMinutes: Fact = {
  name: 'coding_minutes',
  hasCommitter: true,
  hasRepo: true,
  records: { list: 'commits' },
  sql: `
  SELECT at, repo_id, committer, if(is_first OR gap > 120, 30, gap) AS minutes
  FROM (
    SELECT at, repo_id, committer,
      row_number() OVER same_day = 1 AS is_first,
      dateDiff('second', lagInFrame(at, 1, at) OVER same_day, at) / 60 AS gap
    FROM (${commits.sql})
    WINDOW same_day AS (PARTITION BY committer, toDate32(at) ORDER BY at, sha ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )`,
};

/** Keys that tie a commit to issues: in its message, or in the pull request that brought it. */
export const commitIssueKeys = `
  SELECT repo_id, toString(pr_sha) AS sha, groupUniqArrayArray(issue_keys) AS pr_keys
  FROM (
    SELECT repo_id, issue_keys, arrayJoin(arrayDistinct(arrayConcat(
      arrayMap(s -> toString(s), commit_shas), [merge_sha, squash_sha]))) AS pr_sha
    FROM pull_requests FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND notEmpty(issue_keys)
  )
  WHERE pr_sha != ''
  GROUP BY repo_id, sha`;

/** Issues that commits of the repos in scope name; not asked where the whole entity is in scope. */
export const keysNamedInScope = `
  SELECT arrayJoin(issue_keys) FROM commit_scores
  WHERE ${OF_ENTITY} AND NOT {every_repo:Bool} AND repo_id IN {repo_ids:Array(UInt64)} AND presence = 'existent' AND notEmpty(issue_keys)`;

export const IS_BUG = "lower(type) IN ('bug', 'hotfix')";

/** Each commit with the first issue it is tied to, and whether it is work on a bug or on a defect. */
export const issueCommits: Fact = {
  name: 'issue_commits',
  hasCommitter: true,
  hasRepo: true,
  records: { list: 'commits' },
  sql: `
  SELECT tied.*, issue.type AS issue_type, lower(issue.type) IN ('bug', 'hotfix') AS is_bug,
    hasAny(tied.keys, (SELECT groupArray(defect_key) FROM defects FINAL WHERE ${OF_ENTITY} AND NOT removed))
      OR has((SELECT groupArrayArray(fix_shas) FROM defects FINAL WHERE ${OF_ENTITY} AND NOT removed), toString(tied.sha)) AS fixes_defect
  FROM (
    SELECT commit.*, arrayDistinct(arrayConcat(commit.issue_keys, links.pr_keys)) AS keys,
      arrayFirst(key -> has((SELECT groupArray(key) FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted), key), keys) AS issue_key
    FROM (${commits.sql}) AS commit
    LEFT JOIN (${commitIssueKeys}) AS links ON links.repo_id = commit.repo_id AND links.sha = toString(commit.sha)
  ) AS tied
  LEFT JOIN (SELECT key, type FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted) AS issue ON issue.key = tied.issue_key`,
};

/** Commits on an issue, authored while it was in a sprint that was running. */
export const sprintCommits: Fact = {
  name: 'sprint_commits',
  hasCommitter: true,
  hasRepo: true,
  records: { list: 'commits' },
  sql: `
  SELECT tied.*, sprint.sprint_name AS sprint_name
  FROM (${issueCommits.sql}) AS tied
  INNER JOIN (
    SELECT issue_key, day, argMax(sprint_name, (sprint_started_at, sprint_id)) AS sprint_name
    FROM sprint_days FINAL
    WHERE ${OF_ENTITY} AND member AND day >= toDate32(sprint_started_at) AND (sprint_ended_at IS NULL OR day <= toDate32(sprint_ended_at))
    GROUP BY issue_key, day
  ) AS sprint ON sprint.issue_key = tied.issue_key AND sprint.day = toDate32(tied.at)`,
};

/** A committer's first commit, first merged pull request and first released commit in scope. */
export const newcomers: Fact = {
  name: 'newcomers',
  hasCommitter: true,
  hasRepo: false,
  records: { list: 'commits' },
  sql: `
  SELECT first.at AS at, 0 AS repo_id, first.committer AS committer,
    if(merged.committer = 0, NULL, dateDiff('second', first.at, merged.at) / 86400) AS days_to_pr,
    if(deployed.committer = 0, NULL, dateDiff('second', first.at, deployed.at) / 86400) AS days_to_deploy
  FROM (
    SELECT committer, min(at) AS at FROM (${commitsOfAllTime})
    GROUP BY committer HAVING at >= ${FROM} AND at < ${UNTIL}
  ) AS first
  LEFT JOIN (
    SELECT people.committer AS committer, min(assumeNotNull(merged_at)) AS at
    FROM (SELECT * FROM pull_requests FINAL WHERE ${OF_ENTITY} AND ${IN_REPOS} AND merged_at IS NOT NULL) AS pull
    INNER JOIN people ON people.identity = pull.committer_id
    GROUP BY committer
  ) AS merged ON merged.committer = first.committer
  LEFT JOIN (
    SELECT commit.committer AS committer, min(assumeNotNull(released.released_at)) AS at
    FROM (${commitsOfAllTime}) AS commit
    INNER JOIN (
      SELECT repo_id, sha, released_at FROM released_commits FINAL WHERE ${OF_ENTITY} AND ${IN_REPOS} AND released_at IS NOT NULL
    ) AS released ON released.repo_id = commit.repo_id AND released.sha = toString(commit.sha)
    GROUP BY committer
  ) AS deployed ON deployed.committer = first.committer`,
};
