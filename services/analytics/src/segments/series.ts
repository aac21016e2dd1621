import { columnReference, type SqlTemplate, type TemplatePart, template } from '../store/sql.ts';
import { param } from './params.ts';
import type { Aggregation, Breakdown, Interval } from './segment.ts';
import { type SegmentView, TEAM_AS_COMMITTER } from './segment-view.ts';
import { sharedView } from './shared-views.ts';

/** How a segment is queried. */
export interface Shape {
  interval: Interval;
  /** The range is one interval, whatever the interval is. */
  asOne?: boolean;
  aggregation: Aggregation;
  /** The query names a team: only rows of its members, on the days of their membership. */
  ofTeam: boolean;
  /** One series, whatever the segment's own. */
  suppressed: boolean;
  /** The query reads all of the entity. */
  wholeEntity?: boolean;
  /** Daily sums stand for commits. */
  fromDays?: boolean;
  /** AI usage may be reported by several sources. */
  severalSources?: boolean;
  /** Everyone is in one team for the whole of the range. */
  oneTeamEach?: boolean;
}

/** All of a shape that the text of a statement depends on. */
export const shapeKey = (shape: Shape): string =>
  [
    shape.asOne ? 'range' : shape.interval,
    shape.aggregation,
    shape.ofTeam,
    shape.suppressed,
    shape.wholeEntity ?? false,
    shape.fromDays ?? false,
    shape.severalSources ?? false,
    shape.oneTeamEach ?? false,
  ].join(' ');

/** What names the series of a view's rows, with the joins and filters it needs. */
export interface Series {
  series: SqlTemplate;
  joins: SqlTemplate[];
  conditions: SqlTemplate[];
}

export const ofRow = (column: string): SqlTemplate => template`view_row.${columnReference(column)}`;

export const duringMembership = (alias: string): SqlTemplate =>
  template`toInt32(toDate32(${ofRow('at')})) >= ${alias}.since AND toInt32(toDate32(${ofRow('at')})) < ${alias}.until`;

const ONE_SERIES = template`''`;
/** The series of what belongs to nobody. */
export const UNASSIGNED = 'Unassigned';

/** Whether a team that is limited to repos counts the row. */
export function inTeamRepos(view: SegmentView, repos: string): SqlTemplate {
  if (view.followsMember) return template`true`;
  if (!view.repos) return template`(empty(${repos}) OR ${ofRow('repo_id')} = 0 OR has(${repos}, ${ofRow('repo_id')}))`;
  const own = ofRow(view.repos);
  return template`(empty(${repos}) OR empty(${own}) OR hasAny(${own}, ${repos}))`;
}

/** The shown teams that count a row: those its committer was in on the day. */
const teamsOf = (view: SegmentView): SqlTemplate =>
  template`arrayMap(span -> span.1, arrayFilter(span -> toInt32(toDate32(${ofRow('at')})) >= span.2 AND toInt32(toDate32(${ofRow('at')})) < span.3 AND ${inTeamRepos(view, 'span.4')}, counted.spans))`;

function cohortsOf({ cohortAt }: SegmentView, { fromDays, severalSources }: Shape) {
  const cohorts = cohortAt ? 'all_cohorts' : 'cohorts';
  const read = fromDays ? (`${cohorts}_of_days` as const) : cohorts;
  return severalSources ? (`${read}_of_sources` as const) : read;
}

export function seriesOf(view: SegmentView, shape: Shape, breakdown: Breakdown | undefined): Series {
  const ownSeries = (column: TemplatePart) => (shape.suppressed ? ONE_SERIES : template`toString(${column})`);
  if (breakdown && 'map' in breakdown) {
    const { map } = breakdown;
    return {
      series: ownSeries('part'),
      joins: [template`ARRAY JOIN mapKeys(${map}) AS part, mapValues(${map}) AS amount`],
      conditions: [],
    };
  }
  if (breakdown) {
    const { column } = breakdown;
    return { series: ownSeries(column), joins: [], conditions: [template`${column} != ''`] };
  }
  switch (shape.aggregation) {
    case 'none':
      return { series: ONE_SERIES, joins: [], conditions: [] };
    case 'committer':
      return {
        series: template`toString(${ofRow('committer')})`,
        joins: [],
        conditions: [],
      };
    case 'repo':
    case 'repo_path':
      return { series: template`toString(${ofRow('repo_id')})`, joins: [], conditions: [] };
    case 'ai_provider':
      return { series: template`toString(${columnReference('provider')})`, joins: [], conditions: [] };
    case 'ai_cohort':
      return {
        series: template`multiIf(${ofRow('committer')} = 0 OR ${ofRow('committer')} > ${TEAM_AS_COMMITTER}, '${UNASSIGNED}', used.cohort = '', 'Non-AI', used.cohort)`,
        joins: [
          template`LEFT JOIN ${sharedView(cohortsOf(view, shape))} AS used ON used.cohort_user = ${ofRow('committer')} AND used.week = toDate32(toStartOfWeek(${ofRow(view.cohortAt ?? 'at')}, 1))`,
        ],
        conditions: [],
      };
    case 'team':
      if (shape.oneTeamEach)
        return {
          series: template`toString(transform(${ofRow('committer')}, ${param('team_members')}, ${param('team_of_members')}, toUInt64(0)))`,
          joins: [],
          conditions: [],
        };
      return {
        series: template`toString(team_of_row)`,
        joins: [
          template`LEFT JOIN (
      SELECT member, groupArray((team_id, since, until, team_repos)) AS spans FROM ${sharedView('memberships')}
      WHERE team_id IN ${param('shown_teams')} GROUP BY member
    ) AS counted ON counted.member = ${ofRow('committer')}`,
          template`ARRAY JOIN emptyArrayToSingle(${teamsOf(view)}) AS team_of_row`,
        ],
        conditions: [],
      };
  }
}
