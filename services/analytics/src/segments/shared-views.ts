import { type SqlTemplate, template, viewReference } from '../store/sql.ts';
import { COUNTS } from './copied-commits.ts';
import { param } from './params.ts';
import { AS_IMPORTED, FROM, OF_ENTITY, personOf, UNTIL } from './segment-view.ts';
import { IS_USE, usageRows } from './views/counted-usage.ts';

/** One row for a team, a member and a span of days; members of a child team count in its parents. */
const MEMBERSHIPS = template`
  SELECT team_id, member, since, until, team_repos FROM system.one
  ARRAY JOIN ${param('membership_teams')} AS team_id, ${param('membership_members')} AS member,
    ${param('membership_since')} AS since, ${param('membership_until')} AS until, ${param('membership_repos')} AS team_repos`;

/** How much a committer used AI in a week; committers without AI have no row. */
const cohorts = (during: During, severalSources: boolean, aiCommits: SqlTemplate) => template`
  SELECT user AS cohort_user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days,
    multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
      usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
  FROM (
      SELECT ${personOf('committer_id')} AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
        prompted_accept_count + tab_accept_count AS accepted
      FROM ${usageRows(severalSources, during('date'))}
      WHERE ${OF_ENTITY} AND committer_id != 0 AND ${during('date')}
        AND ${IS_USE}
      UNION ALL
      ${aiCommits}
  )
  GROUP BY user, week`;

type During = (day: string) => SqlTemplate | string;
const fromCommits = (during: During, severalSources = false) =>
  cohorts(
    during,
    severalSources,
    template`SELECT ${personOf('committer_id')}, toDate32(toStartOfWeek(authored_at, 1)), toDate32(authored_at), false, 0
      FROM commit_scores FINAL
      WHERE ${AS_IMPORTED} AND committer_id != 0 AND ${COUNTS} AND ai_lines > 0 AND ${during('authored_at')}`,
  );
const fromDays = (during: During, severalSources = false) =>
  cohorts(
    during,
    severalSources,
    template`SELECT ${personOf('committer_id')}, toDate32(toStartOfWeek(day, 1)), day, false, 0
      FROM daily_scores FINAL
      WHERE ${AS_IMPORTED} AND committer_id != 0 AND ai_commits > 0 AND ${during('day')}`,
  );

const inWeeks: During = (day) => template`${day} >= toStartOfWeek(${FROM}, 1) AND ${day} < ${UNTIL} + toIntervalDay(7)`;
const always: During = () => 'true';

const SHARED_VIEWS = {
  memberships: MEMBERSHIPS,
  /** In the weeks of the range. */
  cohorts: fromCommits(inWeeks),
  cohorts_of_days: fromDays(inWeeks),
  /** In every week, for rows that count by a time outside the range. */
  all_cohorts: fromCommits(always),
  all_cohorts_of_days: fromDays(always),
  /** The same where AI usage may be reported by several sources. */
  cohorts_of_sources: fromCommits(inWeeks, true),
  cohorts_of_days_of_sources: fromDays(inWeeks, true),
  all_cohorts_of_sources: fromCommits(always, true),
  all_cohorts_of_days_of_sources: fromDays(always, true),
} as const;

/** A reference to a view that statements share. */
export const sharedView = (name: keyof typeof SHARED_VIEWS): SqlTemplate => viewReference(name);

/** The `WITH` definitions of the shared views that a template refers to. */
export const sharedViewsOf = ({ views }: SqlTemplate): SqlTemplate[] =>
  Object.entries(SHARED_VIEWS)
    .filter(([name]) => views.has(name))
    .map(([name, view]) => template`${name} AS (${view}\n)`);
