import {
  DAILY_COLUMN_NAMES,
  DAILY_COLUMNS,
  DAILY_MAPS,
  type DailyMap,
  isDailyColumn,
} from '../../domain/daily-columns.ts';
import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { COUNTS, copiesInScope } from '../copied-commits.ts';
import { param } from '../params.ts';
import {
  defineView,
  during,
  FROM,
  IN_REPOS,
  isPerson,
  OF_ENTITY,
  OF_SCORES,
  personOf,
  UNTIL,
  type Uses,
} from '../segment-view.ts';

/** Read as they are stored; all others are sums of a day too. */
const OWN_COLUMNS = ['sha', 'issue_keys', 'says_fix'] as const;
const MAPS = Object.keys(DAILY_MAPS) as DailyMap[];

export const COMMIT_COLUMNS = [...OWN_COLUMNS, ...MAPS, ...DAILY_COLUMN_NAMES] as const;

const ofCommit = (column: (typeof COMMIT_COLUMNS)[number]): string => {
  const sql = isDailyColumn(column) ? DAILY_COLUMNS[column] : column;
  return sql === column ? column : `${sql} AS ${column}`;
};

const scoredCommits = (uses: Uses, range: SqlTemplate | string) => template`
  SELECT ${joinTemplates(['authored_at AS at', 'repo_id', ...COMMIT_COLUMNS.filter(uses).map(ofCommit), template`${personOf('committer_id')} AS committer`], ', ')}
  FROM commit_scores FINAL
  WHERE ${OF_SCORES} AND ${IN_REPOS} AND ${range} AND ${COUNTS} AND ${isPerson('committer_id')}
    AND (repo_id, sha) NOT IN (${copiesInScope(range)})`;

const OF_DAYS = template`${OF_SCORES} AND ${IN_REPOS} AND day >= toDate32(${FROM}) AND day < toDate32(${UNTIL})
    AND counts_from >= ${param('counts_from')} AND commits > 0 AND ${isPerson('committer_id')}`;

/** The same commits by their daily sums, of which a map is put together only after all that share a day are summed up. */
function daysOfCommits(uses: Uses): SqlTemplate {
  const maps = MAPS.filter(uses);
  const sums = DAILY_COLUMN_NAMES.filter(uses);
  const person = template`${personOf('committer_id')} AS committer`;
  if (maps.length === 0)
    return template`
  SELECT ${joinTemplates(['day AS at', 'repo_id', ...sums, person], ', ')}
  FROM daily_scores FINAL
  WHERE ${OF_DAYS}`;
  const keys: TemplatePart[] = ['day AS at'];
  if (uses('repo_id')) keys.push('repo_id');
  if (uses('committer')) keys.push(person);
  const columns = [...keys, ...maps.map(mapOfDay), ...sums.map((name) => `sum(daily_scores.${name}) AS ${name}`)];
  return template`
  SELECT ${joinTemplates(columns, ', ')}
  FROM daily_scores FINAL
  WHERE ${OF_DAYS}
  GROUP BY at${uses('repo_id') ? ', repo_id' : ''}${uses('committer') ? ', committer' : ''}`;
}

function mapOfDay(map: DailyMap): string {
  const { keys, prefix } = DAILY_MAPS[map];
  return `mapFilter((key, value) -> value != 0, map(${keys.map((key) => `'${key}', sum(${prefix}_${key})`).join(', ')})) AS ${map}`;
}

const only =
  (...columns: string[]): Uses =>
  (column) =>
    columns.includes(column);

/** Non-merge commits of the default branch by processed committers, each change once. */
export const commits = defineView({
  name: 'commits',
  counts:
    'Non-merge commits of the default branch by processed committers, by authored time; one applied twice counts once within the scope asked.',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  columns: COMMIT_COLUMNS,
  sql: ({ uses, fromDays }) =>
    fromDays && !OWN_COLUMNS.some(uses) ? daysOfCommits(uses) : scoredCommits(uses, during('authored_at')),
});

/** Each commit with the minutes it took: since the committer's commit before it, or 30 for the first of a run. */
export const codingMinutes = defineView({
  name: 'coding_minutes',
  counts:
    'Non-merge commits of the default branch by processed committers, by authored time; one applied twice counts once within the scope asked.',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  columns: ['sha', 'minutes'],
  sql: (request) => template`
  SELECT at, repo_id, sha, committer, if(is_first OR gap > 120, 30, gap) AS minutes
  FROM (
    SELECT at, repo_id, sha, committer,
      row_number() OVER same_day = 1 AS is_first,
      dateDiff('second', lagInFrame(at, 1, at) OVER same_day, at) / 60 AS gap
    FROM (${commits.sql({ ...request, uses: only('sha') })})
    WINDOW same_day AS (PARTITION BY committer, toDate32(at) ORDER BY at, sha ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )`,
});

const commitsOfAllTime = (...columns: string[]) => scoredCommits(only(...columns), 'true');

/** A committer's first commit, first merged pull request and first released commit in scope; a team that names repos counts those who began in one. */
export const newcomers = defineView({
  name: 'newcomers',
  counts: 'Processed committers by the time of their first non-merge commit on the default branch in the scope.',
  hasCommitter: true,
  hasRepo: false,
  records: 'commits',
  recordKeys: ['first_repo', 'first_sha'],
  columns: ['first_repo', 'first_sha', 'days_to_pr', 'days_to_deploy'],
  sql: () => template`
  SELECT first.at AS at, first.own_commit.1 AS repo_id, first.committer AS committer, first.own_commit.1 AS first_repo, first.own_commit.2 AS first_sha,
    if(merged.committer = 0, NULL, greatest(dateDiff('second', first.at, merged.at), 0) / 86400) AS days_to_pr,
    if(deployed.committer = 0, NULL, greatest(dateDiff('second', first.at, deployed.at), 0) / 86400) AS days_to_deploy
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
});
