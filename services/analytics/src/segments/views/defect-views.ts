import { type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { businessHours } from '../business-time.ts';
import { COUNTS, copiesInScope } from '../copied-commits.ts';
import { param } from '../params.ts';
import { AS_IMPORTED, defineView, during, IN_REPOS, isPerson, OF_ENTITY, personOf } from '../segment-view.ts';

/**
 * A defect's repos are those of its fixes, else the repo of its scope. What no person did is a team's where it is in the team's
 * repos; else the scope asked alone limits it.
 */
const ofScope = (every: SqlTemplate, repos: SqlTemplate): SqlTemplate =>
  template`(${every} OR hasAny(if(empty(repo_ids), [repo_id], repo_ids), ${repos})
      OR (organization_id IN ${param('organization_ids')} AND empty(repo_ids) AND repo_id = 0))`;
const IN_SCOPE = ofScope(param('every_repo'), param('repo_ids'));
const IN_SCOPE_ASKED = ofScope(param('every_asked'), param('asked_repo_ids'));

/** The first of a defect's repos by id that the query asks about carries it in a series. */
export const defectsInScope = template`
  SELECT *, if(empty(repo_ids), [repo_id], arraySort(repo_ids)) AS repos,
    arrayFirst(id -> ${param('every_asked')} OR has(${param('asked_repo_ids')}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE ${OF_ENTITY} AND NOT removed AND ${IN_SCOPE}`;

const hours = (until: string) => `dateDiff('second', detected_at, ${until}) / 3600`;

const defects = (at: string, columns: TemplatePart): SqlTemplate => template`
  SELECT ${at} AS at, shown_repo AS repo_id, 0 AS committer, defect_id, ${columns}
  FROM (${defectsInScope})
  WHERE ${during('at')}`;

const ofDefects = { hasCommitter: false, hasRepo: true, records: 'critical_defects' } as const;

export const detectedDefects = defineView({
  name: 'detected_defects',
  counts: 'Critical defects by detected time, in the repos of their fixes, else in the repo of their scope.',
  columns: ['defect_id', 'is_merged'],
  ...ofDefects,
  sql: () => defects('detected_at', 'first_fix_merged_at IS NOT NULL AS is_merged'),
});
export const defectsWithActivity = defineView({
  name: 'defects_with_activity',
  counts:
    'Critical defects by the time of their first fix activity, in the repos of their fixes, else in the repo of their scope.',
  columns: ['defect_id', 'hours'],
  ...ofDefects,
  sql: () => defects('first_fix_activity_at', template`greatest(${hours('first_fix_activity_at')}, 0) AS hours`),
});
export const mergedDefects = defineView({
  name: 'merged_defects',
  counts:
    'Critical defects by the time their first fix was merged, in the repos of their fixes, else in the repo of their scope.',
  columns: ['defect_id', 'hours'],
  ...ofDefects,
  sql: () => defects('first_fix_merged_at', template`greatest(${hours('first_fix_merged_at')}, 0) AS hours`),
});
const business = (until: string) => businessHours('detected_at', `assumeNotNull(${until})`);
export const repairedDefects = defineView({
  name: 'repaired_defects',
  counts:
    'Critical defects by the time their first fix was released, in the repos of their fixes, else in the repo of their scope.',
  columns: ['defect_id', 'hours', 'business_hours'],
  ...ofDefects,
  sql: () =>
    defects(
      'first_fix_released_at',
      template`greatest(${hours('first_fix_released_at')}, 0) AS hours, ${business('first_fix_released_at')} AS business_hours`,
    ),
});
export const resolvedDefects = defineView({
  name: 'resolved_defects',
  counts:
    'Critical defects by the time they were resolved, in the repos of their fixes, else in the repo of their scope.',
  columns: ['defect_id', 'hours', 'business_hours'],
  ...ofDefects,
  sql: () =>
    defects(
      'resolved_at',
      template`greatest(${hours('resolved_at')}, 0) AS hours, ${business('resolved_at')} AS business_hours`,
    ),
});

/**
 * The commits that fix defects, as defects-releases knows them: those that fix calls name, and those that name their keys.
 * Planning time grows with the depth of a statement, so this reads the table itself.
 */
const fixesOf = (columns: TemplatePart, condition: TemplatePart): SqlTemplate => template`
  SELECT ${columns}fix_repo, toFixedString(named_sha, 40) AS fix_sha FROM defects FINAL
  ARRAY JOIN fix_shas AS named_sha, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repo
  WHERE ${OF_ENTITY} AND NOT removed AND length(named_sha) = 40 AND ${condition}`;

/** The fix commits of all defects of the entity, by repo and sha. */
export const fixCommits = fixesOf('', 'true');
export const fixesOfDetected = fixesOf('', during('detected_at'));

/** Those of the given commits that are on the default branch. */
export const counted = (commits: SqlTemplate): SqlTemplate => template`
  SELECT repo_id, sha FROM commit_scores FINAL WHERE ${AS_IMPORTED} AND ${COUNTS} AND (repo_id, sha) IN (${commits})`;

/** Fix commits of the scope asked, each change once. */
export const fixCommitsAsked = (condition: TemplatePart = 'true'): SqlTemplate => template`
  SELECT repo_id, sha FROM (${counted(fixCommits)} AND ${IN_REPOS} AND ${condition})
  WHERE (repo_id, sha) NOT IN (${copiesInScope(template`(repo_id, sha) IN (${fixCommits})`)})`;

/**
 * Lines that the given commits changed or deleted, with the commit that wrote them: the origins of what they fix. Comments, white space,
 * moves, renames and files that do not score are none.
 */
export const replacedLines = (commits: SqlTemplate, more: TemplatePart = ''): SqlTemplate => template`
  SELECT repo_id, sha AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    assumeNotNull(origin_sha) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai${more}
  FROM line_changes FINAL
  WHERE ${OF_ENTITY} AND (repo_id, sha) IN (${commits}) AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')
    AND kind NOT IN ('comment', 'blank') AND scored`;

/** A line that a defect's fix changed or deleted: under the one who fixed it. */
export const fixedLines = defineView({
  name: 'fixed_lines',
  counts:
    'Lines that fix commits of defects changed or deleted, by the authored time of the fix; only defects with known fix commits.',
  columns: ['origin_ai', 'fixing_sha'],
  held: {},
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  recordKeys: ['repo_id', 'fixing_sha'],
  sql: ({ uses }) => template`
  SELECT fixed_at AS at, repo_id, ${personOf('fixer_id')} AS committer, origin_ai${uses('fixing_sha') ? ', toString(fixing_sha) AS fixing_sha' : ''}
  FROM (${replacedLines(fixCommitsAsked(during('authored_at')))})
  WHERE ${during('fixed_at')} AND ${isPerson('fixer_id')}`,
});

/** Defects with known fix commits, and whether AI wrote a line that was fixed. Their fixes may be in repos outside the scope. */
export const fixedDefects = defineView({
  name: 'fixed_defects',
  counts: 'Critical defects with known fix commits, by detected time.',
  columns: ['defect_id', 'has_ai'],
  ...ofDefects,
  sql: () => {
    const fixes = fixesOf('defect_id, detected_at, ', template`${IN_SCOPE} AND ${during('detected_at')}`);
    return template`
  SELECT fix.detected_at AS at, 0 AS repo_id, 0 AS committer, fix.defect_id AS defect_id, max(line.origin_ai) AS has_ai
  FROM (${fixes}) AS fix
  INNER JOIN (${counted(fixesOfDetected)}) AS known ON known.repo_id = fix.fix_repo AND known.sha = fix.fix_sha
  LEFT JOIN (${replacedLines(fixesOfDetected)}) AS line ON line.repo_id = fix.fix_repo AND line.fixing_sha = fix.fix_sha
  GROUP BY at, repo_id, committer, defect_id`;
  },
  hasRepo: false,
});

/** For each defect, those who wrote the lines that its fixes replaced, by the week in which they wrote them. */
export const defectOrigins = defineView({
  name: 'defect_origins',
  counts:
    'Those who wrote the lines that the fix commits of a defect changed or deleted, by its detected time; only defects with known fix commits.',
  columns: ['repos', 'defect_id', 'wrote_at'],
  hasCommitter: true,
  hasRepo: true,
  repos: 'repos',
  records: 'critical_defects',
  cohortAt: 'wrote_at',
  sql: ({ uses }) => {
    const repos = uses('repos') ? 'repo_ids, repo_id AS own_repo, ' : '';
    const fixes = fixesOf(
      template`defect_id, detected_at, ${repos}`,
      template`${IN_SCOPE_ASKED} AND ${during('detected_at')}`,
    );
    const shown = ', if(empty(fix.repo_ids) AND fix.own_repo != 0, [fix.own_repo], fix.repo_ids) AS repos';
    return template`
  SELECT fix.detected_at AS at, 0 AS repo_id, ${personOf('written.committer_id')} AS committer, fix.defect_id AS defect_id, line.wrote_at AS wrote_at${uses('repos') ? shown : ''}
  FROM (
    SELECT repo_id, sha, committer_id FROM commit_scores FINAL
    WHERE ${AS_IMPORTED} AND presence = 'existent' AND ${isPerson('committer_id')}
  ) AS written
  INNER JOIN (${replacedLines(counted(fixesOfDetected))}) AS line ON line.repo_id = written.repo_id AND line.wrote_sha = written.sha
  INNER JOIN (${fixes}) AS fix ON fix.fix_repo = line.repo_id AND fix.fix_sha = line.fixing_sha`;
  },
});
