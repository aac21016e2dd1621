import { businessHours } from '../business-time.ts';
import { during, type Fact, IN_REPOS, isPerson, OF_ENTITY, personOf } from '../fact.ts';
import { IS_BUG, keysNamedInScope } from './code-facts.ts';

/** A defect's repos are those of its fixes, else the repo of its scope; its first one in scope carries it in a series. */
export const defectsInScope = `
  SELECT *, if(empty(repo_ids), [repo_id], repo_ids) AS repos,
    arrayFirst(id -> {every_repo:Bool} OR has({repo_ids:Array(UInt64)}, id), repos) AS shown_repo
  FROM defects FINAL
  WHERE ${OF_ENTITY} AND NOT removed
    AND ({every_repo:Bool} OR hasAny(repos, {repo_ids:Array(UInt64)}) OR (organization_id IN {organization_ids:Array(UInt64)} AND repos = [0]))`;

const hours = (until: string) => `dateDiff('second', detected_at, ${until}) / 3600`;

const defects = (at: string, columns: string): string => `
  SELECT ${at} AS at, shown_repo AS repo_id, 0 AS committer, defect_id, ${columns}
  FROM (${defectsInScope})
  WHERE ${during('at')}`;

const ofDefects = { hasCommitter: false, hasRepo: true, records: 'critical_defects' } as const;

export const detectedDefects: Fact = {
  name: 'detected_defects',
  ...ofDefects,
  sql: () => defects('detected_at', 'first_fix_merged_at IS NOT NULL AS is_merged'),
};
export const defectsWithActivity: Fact = {
  name: 'defects_with_activity',
  ...ofDefects,
  sql: () => defects('first_fix_activity_at', `greatest(${hours('first_fix_activity_at')}, 0) AS hours`),
};
export const mergedDefects: Fact = {
  name: 'merged_defects',
  ...ofDefects,
  sql: () => defects('first_fix_merged_at', `greatest(${hours('first_fix_merged_at')}, 0) AS hours`),
};
const business = (until: string) => businessHours('detected_at', `assumeNotNull(${until})`);
export const repairedDefects: Fact = {
  name: 'repaired_defects',
  ...ofDefects,
  sql: () =>
    defects(
      'first_fix_released_at',
      `greatest(${hours('first_fix_released_at')}, 0) AS hours, ${business('first_fix_released_at')} AS business_hours`,
    ),
};
export const resolvedDefects: Fact = {
  name: 'resolved_defects',
  ...ofDefects,
  sql: () =>
    defects(
      'resolved_at',
      `greatest(${hours('resolved_at')}, 0) AS hours, ${business('resolved_at')} AS business_hours`,
    ),
};

/** The commits that fix a defect: those its fixes name, and those whose message names its key. */
const fixCommits = (condition = 'true') => {
  const found = `SELECT defect_id, detected_at, defect_key, fix_shas FROM (${defectsInScope}) WHERE ${condition}`;
  return `
  SELECT DISTINCT defect_id, detected_at, fix_sha FROM (
    SELECT defect_id, detected_at, arrayJoin(fix_shas) AS fix_sha FROM (${found})
    UNION ALL
    SELECT defect.defect_id, defect.detected_at, named.fix_sha
    FROM (
      SELECT toString(sha) AS fix_sha, arrayJoin(issue_keys) AS issue_key FROM commit_scores FINAL
      WHERE ${OF_ENTITY} AND presence = 'existent' AND on_default_branch AND notEmpty(issue_keys)
    ) AS named
    INNER JOIN (${found}) AS defect ON defect.defect_key = named.issue_key
  )`;
};

/** Lines that the given commits changed or deleted, with the commit that wrote them. */
const replacedLines = (shas: string) => `
  SELECT repo_id, toString(sha) AS fixing_sha, authored_at AS fixed_at, committer_id AS fixer_id,
    toString(assumeNotNull(origin_sha)) AS wrote_sha, assumeNotNull(origin_authored_at) AS wrote_at, origin_ai
  FROM line_changes FINAL
  WHERE ${OF_ENTITY} AND sha IN (SELECT toFixedString(fixing, 40) FROM (SELECT ${shas}) WHERE length(fixing) = 40)
    AND origin_sha IS NOT NULL AND operation IN ('chg', 'del', 'find_replace')`;

/** Fix commits authored in the range: of no other are the lines read. */
const fixesInRange = `DISTINCT toString(sha) AS fixing FROM commit_scores FINAL
  WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${during('authored_at')} AND (
    toString(sha) IN (SELECT arrayJoin(fix_shas) FROM (${defectsInScope}))
    OR (presence = 'existent' AND on_default_branch AND arrayExists(key -> key IN (SELECT defect_key FROM (${defectsInScope})), issue_keys)))`;

/** A line that a defect's fix changed or deleted: under the one who fixed it. */
export const fixedLines: Fact = {
  name: 'fixed_lines',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  recordKeys: ['repo_id', 'fixing_sha'],
  sql: (uses) => `
  SELECT fixed_at AS at, repo_id, ${personOf('fixer_id')} AS committer, origin_ai${uses('fixing_sha') ? ', fixing_sha' : ''}
  FROM (${replacedLines(fixesInRange)})
  WHERE ${IN_REPOS} AND ${during('fixed_at')} AND ${isPerson('fixer_id')}`,
};

/** Defects with known fix commits, and whether AI wrote a line that was fixed. */
export const fixedDefects: Fact = {
  name: 'fixed_defects',
  ...ofDefects,
  sql: () => {
    const fixes = fixCommits(during('detected_at'));
    return `
  SELECT detected_at AS at, 0 AS repo_id, 0 AS committer, defect_id, max(line.origin_ai) AS has_ai
  FROM (${fixes}) AS fix
  LEFT JOIN (${replacedLines(`DISTINCT fix_sha AS fixing FROM (${fixes})`)}) AS line ON line.fixing_sha = fix.fix_sha
  GROUP BY at, repo_id, committer, defect_id`;
  },
  hasRepo: false,
};

/** For each defect, those who wrote the lines that its fixes replaced, by the week in which they wrote them. */
export const defectOrigins: Fact = {
  name: 'defect_origins',
  hasCommitter: true,
  hasRepo: true,
  records: 'critical_defects',
  cohortAt: 'wrote_at',
  sql: () => {
    const fixes = fixCommits(during('detected_at'));
    return `
  SELECT replaced.detected_at AS at, replaced.repo_id AS repo_id, ${personOf('written.committer_id')} AS committer,
    replaced.defect_id AS defect_id, replaced.wrote_at AS wrote_at
  FROM (
    SELECT repo_id, toString(sha) AS sha, committer_id FROM commit_scores FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND presence = 'existent' AND ${isPerson('committer_id')}
  ) AS written
  INNER JOIN (
    SELECT fix.detected_at AS detected_at, fix.defect_id AS defect_id, line.repo_id AS repo_id, line.wrote_sha AS wrote_sha, line.wrote_at AS wrote_at
    FROM (${replacedLines(`DISTINCT fix_sha AS fixing FROM (${fixes})`)}) AS line
    INNER JOIN (${fixes}) AS fix ON fix.fix_sha = line.fixing_sha
  ) AS replaced ON replaced.repo_id = written.repo_id AND replaced.wrote_sha = written.sha`;
  },
};

const releasedCommitsOf = (condition: string) =>
  `SELECT repo_id, sha, release_id, assumeNotNull(released_at) AS released FROM released_commits FINAL
   WHERE ${OF_ENTITY} AND ${IN_REPOS} AND released_at IS NOT NULL AND ${condition}`;

/** Releases, with what went wrong or right with them. */
export const releases: Fact = {
  name: 'releases',
  hasCommitter: false,
  hasRepo: true,
  records: 'releases',
  sql(uses) {
    const columns = {
      is_failure: 'arrayExists(d -> d >= released_at AND (next_at IS NULL OR d < next_at), troubles.detected)',
      wrote_defect: `release.release_id IN (
      SELECT carried.release_id FROM (${releasedCommitsOf('true')}) AS carried
      INNER JOIN (${replacedLines(`DISTINCT fix_sha AS fixing FROM (${fixCommits()})`)}) AS line
        ON line.repo_id = carried.repo_id AND line.wrote_sha = carried.sha
    )`,
      resolves_defect: `notEmpty(release.defect_keys) OR release.release_id IN (
      SELECT carried.release_id FROM (${releasedCommitsOf('true')}) AS carried
      INNER JOIN (${fixCommits()}) AS fix ON fix.fix_sha = carried.sha
    )`,
    };
    const used = Object.entries(columns).filter(([name]) => uses(name));
    const troubles = `
  LEFT JOIN (
    SELECT arrayJoin(repos) AS repo_id, groupArray(detected_at) AS detected FROM (${defectsInScope}) GROUP BY repo_id
  ) AS troubles ON troubles.repo_id = release.repo_id`;
    return `
  SELECT ${['released_at AS at', 'release.repo_id AS repo_id', '0 AS committer', 'release.release_id AS release_id', ...used.map(([name, sql]) => `${sql} AS ${name}`)].join(',\n    ')}
  FROM (
    SELECT repo_id, release_id, released_at, defect_keys, leadInFrame(toNullable(released_at)) OVER (
      PARTITION BY repo_id ORDER BY released_at, release_id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next_at
    FROM releases FINAL WHERE ${OF_ENTITY} AND ${IN_REPOS} AND NOT removed
  ) AS release${uses('is_failure') ? troubles : ''}
  WHERE ${during('released_at')}`;
  },
};

/** Commits of the default branch by the time they first went out. */
export const releasedCommits: Fact = {
  name: 'released_commits',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  sql: () => `
  SELECT carried.released AS at, carried.repo_id AS repo_id, carried.sha AS sha, ${personOf('written.committer_id')} AS committer,
    greatest(dateDiff('second', written.authored_at, carried.released), 0) / 86400 AS lead_days
  FROM (
    SELECT repo_id, toString(sha) AS sha, authored_at, committer_id FROM commit_scores FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND presence = 'existent' AND on_default_branch AND NOT is_merge AND ${isPerson('committer_id')}
  ) AS written
  INNER JOIN (${releasedCommitsOf(during('released_at'))}) AS carried ON carried.repo_id = written.repo_id AND carried.sha = written.sha`,
};

/** Bug issues by the time they were found, and whether the code at fault was already released. */
export const foundBugs: Fact = {
  name: 'found_bugs',
  hasCommitter: false,
  hasRepo: true,
  records: 'issues',
  sql() {
    const bugs = `
    SELECT key, repo_id, created_at FROM issues FINAL WHERE ${OF_ENTITY} AND NOT deleted AND ${IS_BUG} AND ${during('created_at')}
      AND (${IN_REPOS} OR key IN (${keysNamedInScope}))`;
    const fixes = `
      SELECT toString(sha) AS fix_sha, arrayJoin(issue_keys) AS issue_key FROM commit_scores FINAL
      WHERE ${OF_ENTITY} AND presence = 'existent' AND on_default_branch
        AND arrayExists(key -> key IN (SELECT key FROM (${bugs})), issue_keys)`;
    return `
  SELECT bug.created_at AS at, bug.repo_id AS repo_id, 0 AS committer, bug.key AS key,
    arrayExists(released -> released < bug.created_at, faults.released) AS has_escaped
  FROM (${bugs}) AS bug
  LEFT JOIN (
    SELECT fix.issue_key AS key, groupArray(carried.released) AS released
    FROM (${releasedCommitsOf('true')}) AS carried
    INNER JOIN (${replacedLines(`DISTINCT fix_sha AS fixing FROM (${fixes})`)}) AS line
      ON line.repo_id = carried.repo_id AND line.wrote_sha = carried.sha
    INNER JOIN (${fixes}) AS fix ON fix.fix_sha = line.fixing_sha
    GROUP BY key
  ) AS faults ON faults.key = bug.key`;
  },
};
