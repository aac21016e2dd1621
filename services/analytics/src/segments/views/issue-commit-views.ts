import { joinTemplates, type SqlTemplate, template } from '../../store/sql.ts';
import { COUNTS } from '../copied-commits.ts';
import { AS_IMPORTED, defineView, IN_REPOS, OF_ENTITY, personOf, type ViewRequest } from '../segment-view.ts';
import { COMMIT_COLUMNS, commits } from './commit-views.ts';
import { fixCommits } from './defect-views.ts';

/** A commit that a repo has more often was not merged by a rebase. */
const MOST_COPIES = '100';

/** A commit as eight bytes, which halves the time of large joins. */
export const commitHash = (repo: string, sha: string): string => `sipHash64(${repo}, ${sha})`;

/** The other copies of a commit within its repo: where a merge rebased a pull request, the host names those of the branch alone. */
const copiesInRepo = template`
    SELECT original, copies FROM (
      SELECT groupArray(${MOST_COPIES})(${commitHash('repo_id', 'sha')}) AS copies FROM commit_copies FINAL
      WHERE ${OF_ENTITY} GROUP BY repo_id, copy_group, ${personOf('committer_id')} HAVING length(copies) > 1
    ) ARRAY JOIN copies AS original`;

/**
 * Issue keys of a commit from the pull requests that hold it, in their order, before those that hold a copy of it: of the first
 * request, by branch, title and closing references.
 */
const keysOfPulls = (condition: SqlTemplate): SqlTemplate => template`
  SELECT own.1 AS own_commit,
    arrayDistinct(arrayFlatten(arrayMap(pull -> pull.3, arraySort(groupArray((own.2, number, issue_keys)))))) AS pr_keys
  FROM (
    SELECT number, issue_keys,
      arrayJoin(arrayConcat([(named, false)], arrayMap(copy -> (copy, true), arrayFilter(copy -> copy != named, copies)))) AS own
    FROM (
      SELECT number, issue_keys, ${commitHash('repo_id', 'own_sha')} AS named
      FROM pull_requests FINAL
      ARRAY JOIN arrayDistinct(arrayConcat(
        commit_shas, arrayMap(s -> toFixedString(s, 40), arrayFilter(s -> length(s) = 40, [merge_sha, squash_sha])))) AS own_sha
      WHERE ${OF_ENTITY} AND ${condition}
    ) AS pull
    LEFT JOIN (${copiesInRepo}) AS copied ON copied.original = pull.named
  )
  GROUP BY own_commit`;

const commitIssueKeys = keysOfPulls(template`${IN_REPOS} AND notEmpty(issue_keys)`);

/** Commits of all time and all repos that are tied to one of the keys, by their message or by their pull requests. */
export const commitsOfIssues = (keys: SqlTemplate): SqlTemplate => template`
  SELECT DISTINCT fix_repo, fix_sha, issue_key FROM (
    SELECT commit.repo_id AS fix_repo, commit.sha AS fix_sha, arrayJoin(arrayConcat(commit.issue_keys, links.pr_keys)) AS issue_key
    FROM (
      SELECT repo_id, sha, issue_keys FROM commit_scores FINAL WHERE ${AS_IMPORTED} AND ${COUNTS}
    ) AS commit
    LEFT JOIN (${keysOfPulls(template`hasAny(issue_keys, (SELECT groupArray(key) FROM (${keys})))`)}) AS links
      ON links.own_commit = ${commitHash('commit.repo_id', 'commit.sha')}
    WHERE notEmpty(commit.issue_keys) OR notEmpty(links.pr_keys)
  ) WHERE issue_key IN (${keys})`;

export const isBug = (type: string): string => `lower(${type}) IN ('bug', 'hotfix')`;

const knownIssues = (condition: string): SqlTemplate =>
  template`SELECT key FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted AND ${condition}`;

/** Each commit with the first issue it is tied to, and whether it is work on a bug or on a defect. */
function tiedCommits(request: ViewRequest): SqlTemplate {
  const { uses } = request;
  const own = COMMIT_COLUMNS.filter((column) => uses(column) && column !== 'issue_keys');
  const columns = [
    ...['at', 'repo_id', 'committer', ...own].map((column) => template`commit.${column} AS ${column}`),
    template`arrayConcat(commit.issue_keys, links.pr_keys) AS keys`,
    template`arrayFirst(key -> key IN (${knownIssues('true')}), keys) AS issue_key`,
  ];
  if (uses('is_bug')) columns.push(template`issue_key IN (${knownIssues(isBug('type'))}) AS is_bug`);
  if (uses('fixes_defect')) {
    columns.push(template`(commit.repo_id, commit.sha) IN (${fixCommits}) AS fixes_defect`);
  }
  const tied = template`
  SELECT ${joinTemplates(columns, ',\n    ')}
  FROM (${commits.sql({ ...request, uses: (column) => uses(column) || column === 'issue_keys' || column === 'sha' })}) AS commit
  LEFT JOIN (${commitIssueKeys}) AS links ON links.own_commit = ${commitHash('commit.repo_id', 'commit.sha')}`;
  if (!uses('issue_type')) return tied;
  return template`
  SELECT tied.*, issue.type AS issue_type FROM (${tied}) AS tied
  LEFT JOIN (SELECT key, type FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted) AS issue ON issue.key = tied.issue_key`;
}

const TIED_COLUMNS = [...COMMIT_COLUMNS, 'keys', 'issue_key', 'is_bug', 'fixes_defect', 'issue_type'] as const;

export const issueCommits = defineView({
  name: 'issue_commits',
  counts:
    'Non-merge commits of the default branch by processed committers, by authored time, each with its issue: the first its message names, else of its branch, its pull request’s title, the host’s closing references; one applied twice counts once within the scope asked.',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  columns: TIED_COLUMNS,
  held: { delta: 1_000_000 },
  sql: tiedCommits,
});

/** Commits on an issue, authored while it was in a sprint that was running. */
export const sprintCommits = defineView({
  name: 'sprint_commits',
  counts:
    'Non-merge commits of the default branch by processed committers, by authored time, on an issue while it was in a running sprint; one applied twice counts once within the scope asked.',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  columns: [...TIED_COLUMNS, 'sprint_name'],
  sql: (request) => template`
  SELECT tied.*,
    tupleElement(arrayFirst(one -> one.1 <= tied.at AND ifNull(tied.at <= one.3, true), sprints.running), 4) AS sprint_name
  FROM (${tiedCommits(request)}) AS tied
  INNER JOIN (
    SELECT issue_key, day,
      arrayReverseSort(groupArray((assumeNotNull(sprint_started_at), sprint_id, sprint_ended_at, sprint_name))) AS running
    FROM sprint_days FINAL
    WHERE ${OF_ENTITY} AND member AND sprint_started_at IS NOT NULL
    GROUP BY issue_key, day
  ) AS sprints ON sprints.issue_key = tied.issue_key AND sprints.day = toDate32(tied.at)
  WHERE sprint_name != ''`,
});
