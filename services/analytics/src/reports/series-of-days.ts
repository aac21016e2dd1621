import { daysSinceMonday } from '@linescope/contract/days';
import { TEAM_AS_COMMITTER } from '../segments/segment-view.ts';
import { UNASSIGNED } from '../segments/series.ts';
import { createPlaces } from '../store/binary-columns.ts';
import type { DayColumns } from '../store/day-columns.ts';
import { type Cohorts, cohortKey } from './cohorts-in-memory.ts';
import type { AddingPlan } from './day-plan.ts';
import type { Bucket } from './intervals.ts';
import type { ReportParams } from './report-query.ts';

/** What of a report decides which rows count, and in which series. */
export interface DaysAsked {
  aggregation: string;
  suppressed: boolean;
  ofTeam: boolean;
  oneTeamEach?: boolean;
  buckets: Bucket[];
  /** Where it is split by them. */
  cohorts?: Cohorts | null;
  /** Whether rows of nobody, or of a whole team, count. */
  countsOther?: (id: number) => boolean;
  params: Pick<
    ReportParams,
    | 'from_ms'
    | 'until_ms'
    | 'every_repo'
    | 'repo_ids'
    | 'counts_from'
    | 'people'
    | 'merged'
    | 'merged_into'
    | 'team_id'
    | 'shown_teams'
    | 'team_members'
    | 'team_of_members'
    | 'membership_teams'
    | 'membership_members'
    | 'membership_since'
    | 'membership_until'
    | 'membership_repos'
  >;
}

/** Whether the series of the report can be told from the keys of daily sums. */
export function canAddUp({ aggregation, ofTeam, cohorts }: DaysAsked, { map }: AddingPlan): boolean {
  if (map) return !ofTeam;
  return ['none', 'committer', 'repo', 'repo_path', 'team'].includes(aggregation) || Boolean(cohorts);
}

type SeriesOfRow = number | string | readonly number[];

/** The series that count a row: its committer's primary, that one's cohort or teams on the day, its repo, or one for all. */
export function seriesBy(read: DayColumns, asked: DaysAsked): (row: number, person: number) => SeriesOfRow {
  const { aggregation, params, cohorts, oneTeamEach } = asked;
  const { partOf, parts } = read;
  if (partOf) return asked.suppressed ? () => '' : (row) => parts[partOf[row] ?? 0] ?? '';
  if (aggregation === 'committer') return (_, person) => person;
  if (aggregation === 'repo' || aggregation === 'repo_path') return (row) => read.repos[read.repoOf[row] ?? 0] ?? 0;
  if (aggregation === 'ai_cohort' && cohorts) {
    return (row, person) => {
      const day = read.days[row] ?? 0;
      if (person === 0 || person > TEAM_AS_COMMITTER) return UNASSIGNED;
      return cohorts.get(cohortKey(person, day - (daysSinceMonday(day) % 7))) ?? 'Non-AI';
    };
  }
  if (aggregation !== 'team') return () => 0;
  if (!oneTeamEach) return teamsBy(read, params);
  const teams = new Map(params.team_members.map((member, index) => [member, params.team_of_members[index] ?? 0]));
  return (_, person) => teams.get(person) ?? NO_TEAM;
}

const NO_TEAM = 0;

export interface PlacedSeries {
  names: string[];
  /** Of each row, the place of what decides its series; null: they are all of one. */
  keys: Uint32Array | null;
  /** By such a place, that of the series in `names`. */
  placeOf: Uint32Array;
}

/** The same series where they follow from a row's committer, repo or part, whatever its day. Null where they do not. */
export function placedSeries(
  read: DayColumns,
  { aggregation, params, suppressed, oneTeamEach }: DaysAsked,
  { personOf }: { personOf: Float64Array },
): PlacedSeries | null {
  const { partOf, parts, repoOf, repos, committerOf } = read;
  if (partOf) return suppressed ? ALL_IN_ONE : placedBy(partOf, parts);
  switch (aggregation) {
    case 'none':
      return ALL_IN_ONE;
    case 'committer':
      return placedBy(committerOf, [...personOf].map(String));
    case 'repo':
    case 'repo_path':
      return placedBy(repoOf, repos.map(String));
    case 'team': {
      if (!oneTeamEach) return null;
      const teams = new Map(params.team_members.map((member, index) => [member, params.team_of_members[index] ?? 0]));
      return placedBy(
        committerOf,
        Array.from(personOf, (person) => String(teams.get(person) ?? NO_TEAM)),
      );
    }
    default:
      return null;
  }
}

/** What is not split is one series. */
export const ALL_IN_ONE: PlacedSeries = { names: [''], keys: null, placeOf: new Uint32Array(1) };

function placedBy(keys: Uint32Array, nameOfEach: readonly string[]): PlacedSeries {
  const names = createPlaces<string>();
  const placeOf = Uint32Array.from(nameOfEach, (name) => names.placeOf(name));
  return { names: names.values, keys, placeOf };
}

/** The shown teams that a person was in on the day, of those that are limited to repos if the row's is one of them. */
function teamsBy(read: DayColumns, params: DaysAsked['params']): (row: number, person: number) => SeriesOfRow {
  const shown = new Set(params.shown_teams);
  const spans = spansBy(params, (team) => shown.has(team));
  return (row, person) => {
    const day = read.days[row] ?? 0;
    const repo = read.repos[read.repoOf[row] ?? 0] ?? 0;
    const teams = (spans.get(person) ?? [])
      .filter(({ since, until, repos }) => since <= day && day < until && isIn(repos, repo))
      .map(({ team }) => team);
    return teams.length > 0 ? teams : NO_TEAM;
  };
}

const isIn = (repos: readonly number[], repo: number): boolean =>
  repos.length === 0 || repo === 0 || repos.includes(repo);

/** Whether a person was on the day in the team that the report is about. */
export function memberOfTeam({ ofTeam, params }: DaysAsked): (day: number, person: number) => boolean {
  if (!ofTeam) return () => true;
  const spans = spansBy(params, (team) => team === params.team_id);
  return (day, person) => spans.get(person)?.some(({ since, until }) => since <= day && day < until) ?? false;
}

interface Span {
  team: number;
  member: number;
  since: number;
  until: number;
  repos: readonly number[];
}

function spansBy(params: DaysAsked['params'], isWanted: (team: number) => boolean): Map<number, Span[]> {
  const spans = params.membership_teams.map((team, index) => ({
    team,
    member: params.membership_members[index] ?? 0,
    since: params.membership_since[index] ?? 0,
    until: params.membership_until[index] ?? 0,
    repos: params.membership_repos[index] ?? [],
  }));
  return Map.groupBy(
    spans.filter(({ team }) => isWanted(team)),
    ({ member }) => member,
  );
}
