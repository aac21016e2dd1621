import { type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { businessHours } from '../business-time.ts';
import { COUNTS, copiesInScope } from '../copied-commits.ts';
import { param } from '../params.ts';
import { defineView, during, IN_REPOS, isPerson, OF_ENTITY, personOf } from '../segment-view.ts';

/** A defect's repos are those of its fixes, else the repo of its scope; its first one in scope carries it in a series. */
export const defectsInScope = template`
  SELECT *, if(empty(repo_ids), [repo_id], repo_ids) AS repos,
    arrayFirst(id -> ${param('every_repo')} OR has(${param('repo_ids')}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE ${OF_ENTITY} AND NOT removed
    AND (${param('every_repo')} OR hasAny(repos, ${param('repo_ids')}) OR (organization_id IN ${param('organization_ids')} AND repos = [0]))`;

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

/** The commits that fix a defect, as defects-releases knows them: those that fix calls name, and those that name its key. */
export const fixCommits = (condition: TemplatePart = 'true'): SqlTemplate => template`
  SELECT defect_id, detected_at, arrayJoin(fix_shas) AS fix_sha FROM (${defectsInScope}) WHERE ${condition}`;

/** Those of the given commits whose lines count: of the default branch, each change once. */
const counted = (shas: SqlTemplate): SqlTemplate => template`
  SELECT repo_id, sha FROM commit_scores FINAL
  WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${COUNTS} AND sha IN (SELECT toFixedString(fixing, 40) FROM (${shas}) WHERE length(fixing) = 40)
    AND (repo_id, sha) NOT IN (${copiesInScope('true')})`;

/** Lines that the given commits changed or deleted, with the commit that wrote them. */
export const replacedLines = (shas: SqlTemplate): SqlTemplate => template`
  SELECT repo_id, toString(sha) AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    toString(assumeNotNull(origin_sha)) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE ${OF_ENTITY} AND (repo_id, sha) IN (${counted(shas)})
    AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')`;

/** Fix commits authored in the range: of no other are the lines read. */
const fixesInRange = template`SELECT DISTINCT toString(sha) AS fixing FROM commit_scores FINAL
  WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${during('authored_at')}
    AND toString(sha) IN (SELECT fix_sha FROM (${fixCommits()}))`;

/** A line that a defect's fix changed or deleted: under the one who fixed it. */
export const fixedLines = defineView({
  name: 'fixed_lines',
  counts:
    'Lines that fix commits of defects changed or deleted, by the authored time of the fix; only defects with known fix commits.',
  columns: ['origin_ai', 'fixing_sha'],
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  recordKeys: ['repo_id', 'fixing_sha'],
  sql: ({ uses }) => template`
  SELECT fixed_at AS at, repo_id, ${personOf('fixer_id')} AS committer, origin_ai${uses('fixing_sha') ? ', fixing_sha' : ''}
  FROM (${replacedLines(fixesInRange)})
  WHERE ${IN_REPOS} AND ${during('fixed_at')} AND ${isPerson('fixer_id')}`,
});

/** Defects with known fix commits, and whether AI wrote a line that was fixed. */
export const fixedDefects = defineView({
  name: 'fixed_defects',
  counts: 'Critical defects with known fix commits, by detected time.',
  columns: ['defect_id', 'has_ai'],
  ...ofDefects,
  sql: () => {
    const fixes = fixCommits(during('detected_at'));
    const shas = template`SELECT DISTINCT fix_sha AS fixing FROM (${fixes})`;
    return template`
  SELECT fix.detected_at AS at, 0 AS repo_id, 0 AS committer, fix.defect_id AS defect_id, max(line.origin_ai) AS has_ai
  FROM (SELECT * FROM (${fixes}) WHERE fix_sha IN (SELECT toString(sha) FROM (${counted(shas)}))) AS fix
  LEFT JOIN (${replacedLines(shas)}) AS line ON line.fixing_sha = fix.fix_sha
  GROUP BY at, repo_id, committer, defect_id`;
  },
  hasRepo: false,
});

/** For each defect, those who wrote the lines that its fixes replaced, by the week in which they wrote them. */
export const defectOrigins = defineView({
  name: 'defect_origins',
  counts:
    'Those who wrote the lines that the fix commits of a defect changed or deleted, by its detected time; only defects with known fix commits.',
  columns: ['defect_id', 'wrote_at'],
  hasCommitter: true,
  hasRepo: true,
  records: 'critical_defects',
  cohortAt: 'wrote_at',
  sql: () => {
    const fixes = fixCommits(during('detected_at'));
    return template`
  SELECT replaced.detected_at AS at, replaced.repo_id AS repo_id, ${personOf('written.committer_id')} AS committer,
    replaced.defect_id AS defect_id, replaced.wrote_at AS wrote_at
  FROM (
    SELECT repo_id, toString(sha) AS sha, committer_id FROM commit_scores FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND presence = 'existent' AND ${isPerson('committer_id')}
  ) AS written
  INNER JOIN (
    SELECT fix.detected_at AS detected_at, fix.defect_id AS defect_id, line.repo_id AS repo_id, line.wrote_sha AS wrote_sha, line.wrote_at AS wrote_at
    FROM (${replacedLines(template`SELECT DISTINCT fix_sha AS fixing FROM (${fixes})`)}) AS line
    INNER JOIN (${fixes}) AS fix ON fix.fix_sha = line.fixing_sha
  ) AS replaced ON replaced.repo_id = written.repo_id AND replaced.wrote_sha = written.sha`;
  },
});
