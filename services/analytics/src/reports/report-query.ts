import type { DayRangeInput } from '@linescope/contract/day-faults';
import { dayMs, dayNumber } from '@linescope/contract/days';
import { invalidParameters, type ParameterError } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { roleAllows } from '@linescope/contract/roles';
import { businessParams } from '../query-scope/business-hours.ts';
import { type DayRange, lengthInDays, parseDayRange, rangeFaults } from '../query-scope/day-range.ts';
import {
  boardParams,
  hasOverlap,
  type Membership,
  membershipParams,
  membershipsOf,
  rootTeams,
  teamOfEach,
} from '../query-scope/memberships.ts';
import { peopleParams } from '../query-scope/people-params.ts';
import {
  membersOnly,
  partAsked,
  type QueryScope,
  type QueryScopeInput,
  repoParams,
} from '../query-scope/resolve-query-scope.ts';
import type { SegmentParams } from '../segments/params.ts';
import { aggregationsOf, findSegment, takesProvider, viewsOf } from '../segments/registry.ts';
import type { Aggregation, Interval, Segment } from '../segments/segment.ts';
import type { Shape } from '../segments/series.ts';
import { daysOffParams } from './days-off-params.ts';
import { type Bucket, bucketsOf, intervalFor, rangeBucket } from './intervals.ts';

export interface ReportInput extends QueryScopeInput, DayRangeInput {
  segment_by: string;
  aggregate_by?: Aggregation | undefined;
  ai_provider_em?: string[] | undefined;
  suppress_aggregation: boolean;
  /** Given by the caller or by the link of a point; else it follows from the range. */
  interval_em?: Interval | undefined;
}

/** What follows from the input alone. */
export interface ParsedReport {
  input: ReportInput;
  segment: Segment;
  range: DayRange;
  allowed: Aggregation[];
}

/** Values of all parameters but that of a point. */
export type ReportParams = Omit<SegmentParams, 'series'>;

/** A report after its names were resolved: what its statement needs, and what its result is labelled by. */
export interface ReportQuery extends Omit<Shape, 'ofTeam'> {
  segment: Segment;
  queryScope: QueryScope;
  range: DayRange;
  buckets: Bucket[];
  ofTeam: boolean;
  /** Whether the caller may read the audits that points link to. */
  mayAudit: boolean;
  /** Splits to try in turn where this one has no two series; empty where the caller or the segment says how to split. */
  fallbacks: Aggregation[];
  /** Split by team, somebody counts in several series. */
  teamsOverlap: boolean;
  /** Contributors, team and providers as the caller named them, for links. */
  named: string[];
  teamSlug: string | undefined;
  providers: string[];
  params: ReportParams;
}

const MOST_INTERVALS = 1_100;
const DAYS_IN: Record<Interval, number> = { daily: 1, weekly: 7, monthly: 28 };

/** Checks what can be checked without a store, so that a wrong query costs nothing. */
export function parseReportQuery(input: ReportInput, now: Date): ParsedReport {
  const faults = reportFaults(input, now);
  if (faults.length > 0) throw invalidParameters(faults);
  const segment = findSegment(input.segment_by);
  return { input, segment, range: parseDayRange(input, now), allowed: aggregationsOf(segment) };
}

type Undefinable<Input> = { [Name in keyof Input]?: Input[Name] | undefined };

/** What contradicts each other, of the parameters that are sound. */
export function reportFaults(input: Undefinable<ReportInput>, now: Date): ParameterError[] {
  const faults = rangeFaults(input, now);
  const refuse = (param: keyof ReportInput, detail: string) => faults.push({ param, code_em: 'invalid', detail });
  const { interval_em: interval, aggregate_by: split } = input;
  const range = faults.length === 0 ? parseDayRange(input, now) : null;
  const most = MOST_INTERVALS.toLocaleString('en');
  if (interval && range && lengthInDays(range) > MOST_INTERVALS * DAYS_IN[interval])
    refuse('interval_em', `interval_em=${interval} would make more than ${most} intervals of this range.`);
  if (input.segment_by === undefined) return faults;
  const segment = findSegment(input.segment_by);
  const allowed = aggregationsOf(segment);
  if (input.ai_provider_em && !takesProvider(segment))
    refuse('ai_provider_em', `ai_provider_em does not apply to ${segment.segment}.`);
  if (split && !input.suppress_aggregation && !allowed.includes(split))
    refuse('aggregate_by', `aggregate_by ${splitsOf(segment, allowed)}`);
  return faults;
}

const splitsOf = ({ segment }: Segment, allowed: Aggregation[]): string =>
  allowed.some((name) => name !== 'none')
    ? `must be one of ${allowed.join(', ')} for ${segment}.`
    : `must be none for ${segment}, which cannot be split: to compare teams ask once for each, with team_slug ` +
      '(GET /api/v1/teams/all lists them) and suppress_aggregation=true; to compare people, with committer_user_name; to compare repos, with resource_path.';

export function buildReportQuery(
  { input, segment, range, allowed }: ParsedReport,
  askedScope: QueryScope,
  principal: Principal,
  now: Date,
): ReportQuery {
  const queryScope = ofNobody(segment) ? withTeamsOwnRepos(askedScope) : askedScope;
  const { scope, settings, copies } = queryScope;
  const interval = segment.interval ?? input.interval_em ?? intervalFor(range);
  const buckets = bucketsOf(range, interval, now, settings.holidays);
  const splits = chooseAggregations(input, segment, allowed, rootTeams(copies.teams).length, scope.repos.length);
  const [aggregation = 'none', ...fallbacks] = splits;
  // Where nobody says how to split, the teams below others are left to these.
  const shown = fallbacks.length > 0 ? rootTeams(copies.teams) : copies.teams;
  const part = partAsked(queryScope);
  const memberships = membershipsOf(copies, scope.repos);
  const params = {
    ...scopeParams(queryScope, memberships),
    counts_from: part ?? 0,
    shown_teams: shown.map(({ team_id: id }) => id),
  };
  const days = { from: dayNumber(range.from), until: dayNumber(range.until) };
  const teams = teamOfEach(memberships, params.shown_teams, days);
  return {
    segment,
    queryScope,
    range,
    interval,
    buckets,
    aggregation,
    fallbacks,
    teamsOverlap: hasOverlap(memberships, params.shown_teams, params.people, days),
    oneTeamEach: teams !== null,
    suppressed: input.suppress_aggregation,
    wholeEntity: params.every_asked,
    fromDays: queryScope.stamp.is_rolled_up && part !== null,
    severalSources: queryScope.stamp.has_telemetry,
    ofTeam: membersOnly(queryScope),
    mayAudit: roleAllows(principal.role, 'admin'),
    named: [...(input.committer_user_name ?? []), ...(input.committer_identifier ? [input.committer_identifier] : [])],
    teamSlug: input.team_slug,
    providers: input.ai_provider_em ?? [],
    params: {
      ...params,
      ...(teams ?? { team_members: [], team_of_members: [] }),
      ai_providers: input.ai_provider_em ?? [],
      ...bucketParams(queryScope, range, buckets, now),
      ...businessParams(settings),
    },
  };
}

/** Releases and defects have no contributor who says of which team they are. */
const ofNobody = (segment: Segment): boolean => viewsOf(segment).every(({ hasCommitter }) => !hasCommitter);

const withTeamsOwnRepos = (queryScope: QueryScope): QueryScope => ({
  ...queryScope,
  team: queryScope.team && { ...queryScope.team, repoIds: queryScope.team.ownRepoIds },
});

const bucketParams = ({ copies, settings }: QueryScope, range: DayRange, buckets: Bucket[], now: Date) => ({
  ...rangeParams(range, buckets),
  bucket_days: buckets.map(({ days }) => days),
  bucket_working_days: buckets.map(({ workingDays }) => workingDays),
  bucket_ends_ms: pastBucketEnds(buckets, now),
  ...daysOffParams(copies.timeOff, buckets, settings.holidays),
});

/** The same query for a range, its own or another, as one interval. */
export function asOneInterval(query: ReportQuery, range: DayRange, now: Date): ReportQuery {
  const { queryScope } = query;
  const buckets = [rangeBucket(range, now, queryScope.settings.holidays)];
  return {
    ...query,
    range,
    buckets,
    asOne: true,
    params: { ...query.params, ...bucketParams(queryScope, range, buckets, now) },
    // Who is in which team was looked at for the query's own range alone.
    oneTeamEach: query.oneTeamEach === true && range === query.range,
  };
}

/** Who and what the statement may read. */
function scopeParams(queryScope: QueryScope, memberships: Membership[]) {
  const { people, team, copies } = queryScope;
  return {
    ...repoParams(queryScope),
    home_repos: copies.repos.map(({ repo_id: id }) => id),
    home_organizations: copies.repos.map(({ organization_id: id }) => id),
    ...peopleParams(copies.committers, people),
    every_team: people.every,
    own_team_ids: people.teamIds,
    unassigned_counts: !people.named && !membersOnly(queryScope),
    nobody_counts: !people.named,
    team_id: team?.id ?? 0,
    ...membershipParams(memberships),
    ...boardParams(copies),
  };
}

export const rangeParams = (range: DayRange, buckets: Bucket[]) => ({
  from_ms: dayMs(range.from),
  until_ms: dayMs(range.until),
  buckets: buckets.map(({ start }) => start),
});

/** The ends of the buckets that have begun; the running one ends now, rounded to the minute so that results can be cached. */
function pastBucketEnds(buckets: Bucket[], now: Date): number[] {
  const minute = Math.ceil(now.getTime() / 60_000) * 60_000;
  return buckets.filter(({ from }) => dayMs(from) < minute).map(({ until }) => Math.min(dayMs(until), minute));
}

/**
 * How to split, and what to try next where that gives no two series: by team where there are several and none is named, by repo
 * where there are several, else not at all; as far as the segment allows.
 */
function chooseAggregations(
  input: ReportInput,
  segment: Segment,
  allowed: Aggregation[],
  teams: number,
  repos: number,
): Aggregation[] {
  if (input.suppress_aggregation) return ['none'];
  if (input.aggregate_by) return [input.aggregate_by];
  if (segment.only) return segment.only.slice(0, 1);
  const byTeam = teams > 1 && input.team_slug === undefined && allowed.includes('team');
  const byRepo = repos > 1 && allowed.includes('repo_path');
  return [...(byTeam ? (['team'] as const) : []), ...(byRepo ? (['repo_path'] as const) : []), 'none'];
}
