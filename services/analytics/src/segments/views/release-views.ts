import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { COUNTS, copiesInScope } from '../copied-commits.ts';
import { param } from '../params.ts';
import { AS_IMPORTED, defineView, during, IN_REPOS, isPerson, OF_ENTITY, personOf } from '../segment-view.ts';
import { defectsInScope, fixCommits, fixCommitsAsked, replacedLines } from './defect-views.ts';
import { commitsOfIssues, isBug } from './issue-commit-views.ts';
import { issuesInScope } from './issue-views.ts';

const releasedCommitsOf = (condition: TemplatePart): SqlTemplate =>
  template`SELECT repo_id, sha, release_id, assumeNotNull(released_at) AS released FROM released_commits FINAL
   WHERE ${OF_ENTITY} AND released_at IS NOT NULL AND ${condition}`;

/** Releases, with what went wrong or right with them. */
export const releases = defineView({
  name: 'releases',
  counts: 'Releases by released time, in their repo.',
  columns: ['release_id', 'is_failure', 'wrote_defect', 'resolves_defect'],
  hasCommitter: false,
  hasRepo: true,
  records: 'releases',
  sql({ uses }) {
    const columns: Record<string, TemplatePart> = {
      is_failure: 'arrayExists(d -> d >= released_at AND (next_at IS NULL OR d < next_at), troubles.detected)',
      wrote_defect: template`release.release_id IN (
      SELECT carried.release_id FROM (${releasedCommitsOf(IN_REPOS)}) AS carried
      INNER JOIN (${replacedLines(fixCommitsAsked())}) AS line
        ON line.repo_id = carried.repo_id AND toString(line.wrote_sha) = carried.sha
    )`,
      resolves_defect: template`notEmpty(release.defect_keys) OR release.release_id IN (
      SELECT release_id FROM (${releasedCommitsOf(IN_REPOS)})
      WHERE (repo_id, sha) IN (SELECT fix_repo, toString(fix_sha) FROM (${fixCommits}))
    )`,
    };
    const used = Object.entries(columns).filter(([name]) => uses(name));
    const troubles = template`
  LEFT JOIN (
    SELECT arrayJoin(repos) AS repo_id, groupArray(detected_at) AS detected FROM (${defectsInScope}) GROUP BY repo_id
  ) AS troubles ON troubles.repo_id = release.repo_id`;
    return template`
  SELECT ${joinTemplates(['released_at AS at', 'release.repo_id AS repo_id', '0 AS committer', 'release.release_id AS release_id', ...used.map(([name, sql]) => template`${sql} AS ${name}`)], ',\n    ')}
  FROM (
    SELECT repo_id, release_id, released_at, defect_keys, leadInFrame(toNullable(released_at)) OVER (
      PARTITION BY repo_id ORDER BY released_at, release_id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next_at
    FROM releases FINAL WHERE ${OF_ENTITY} AND ${IN_REPOS} AND NOT removed
  ) AS release${uses('is_failure') ? troubles : ''}
  WHERE ${during('released_at')}`;
  },
});

/** Commits of the default branch by the time they first went out. */
export const releasedCommits = defineView({
  name: 'released_commits',
  counts:
    'Non-merge commits of the default branch by processed committers, by the time they were first released; one applied twice counts once within the scope asked.',
  columns: ['sha', 'lead_seconds'],
  held: { lead_seconds: 1 },
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  sql: () => template`
  SELECT carried.released AS at, carried.repo_id AS repo_id, carried.sha AS sha, ${personOf('written.committer_id')} AS committer,
    greatest(dateDiff('second', written.authored_at, carried.released), 0) AS lead_seconds
  FROM (
    SELECT repo_id, toString(sha) AS sha, authored_at, committer_id FROM commit_scores FINAL
    WHERE ${AS_IMPORTED} AND ${IN_REPOS} AND ${COUNTS} AND ${isPerson('committer_id')}
      AND (repo_id, sha) NOT IN (${copiesInScope('true')})
  ) AS written
  INNER JOIN (${releasedCommitsOf(template`${IN_REPOS} AND ${during('released_at')}`)}) AS carried ON carried.repo_id = written.repo_id AND carried.sha = written.sha`,
});

/** In whatever scope: planning time grows with the text of a statement, and these are joined to the bugs in scope. */
const bugsCreated = template`SELECT key FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted AND ${isBug('type')} AND ${during('created_at')}`;

/** Bug issues by the time they were found, and whether the code at fault, in whatever repo, was already released. */
export const foundBugs = defineView({
  name: 'found_bugs',
  counts:
    'Bug issues by created time. A host’s issue belongs to its repo, a tracker’s to the repos whose commits or pull requests name it and to those of its board’s team, else to the entity alone.',
  columns: ['key', 'has_escaped'],
  hasCommitter: false,
  hasRepo: true,
  records: 'issues',
  sql(request) {
    const found = issuesInScope({ ...request, uses: (column) => column === 'repos' });
    const bugs = template`
    SELECT key, repo_id, created_at FROM (${found}) WHERE ${isBug('type')} AND ${during('created_at')}
      AND (${isPerson('assignee_committer_id')} OR (assignee_committer_id = 0 AND ${param('nobody_counts')}))
      AND (${param('every_repo')} OR hasAny(repos, ${param('repo_ids')}))`;
    const fixes = commitsOfIssues(bugsCreated);
    return template`
  SELECT bug.created_at AS at, bug.repo_id AS repo_id, 0 AS committer, bug.key AS key,
    arrayExists(released -> released < bug.created_at, faults.released) AS has_escaped
  FROM (${bugs}) AS bug
  LEFT JOIN (
    SELECT fix.issue_key AS key, groupArray(carried.released) AS released
    FROM (${releasedCommitsOf('true')}) AS carried
    INNER JOIN (${replacedLines(template`SELECT fix_repo, fix_sha FROM (${fixes})`)}) AS line
      ON line.repo_id = carried.repo_id AND toString(line.wrote_sha) = carried.sha
    INNER JOIN (${fixes}) AS fix ON fix.fix_repo = line.repo_id AND fix.fix_sha = line.fixing_sha
    GROUP BY key
  ) AS faults ON faults.key = bug.key`;
  },
});
