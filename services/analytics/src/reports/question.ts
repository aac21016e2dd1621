import { resolveScope, type Scope } from '@linescope/chassis/scope/resolve-scope';
import type { EntitySettings } from '@linescope/contract/entity-settings';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { roleAllows } from '@linescope/contract/roles';
import type { Context } from '../context.ts';
import type { BusinessHours } from '../domain/business-minutes.ts';
import { aggregationsOf, findSegment, takesProvider } from '../segments/registry.ts';
import type { Aggregation, Interval, Segment } from '../segments/segment.ts';
import type { Committer, Team } from '../store/entity-copies.ts';
import {
  type Bucket,
  bucketsOf,
  type DayRange,
  dayMs,
  dayNumber,
  intervalFor,
  isWeekday,
  readDayRange,
} from './intervals.ts';
import { daysOffParams, peopleParams } from './people-params.ts';
import { membershipParams, membershipsOf, teamsInScope } from './team-directory.ts';
import { findVisiblePeople } from './visible-people.ts';

export interface ReportInput {
  resource_path: string;
  segment_by: string;
  aggregate_by?: Aggregation | undefined;
  ai_provider_em?: string[] | undefined;
  committer_identifier?: string | undefined;
  committer_user_name?: string[] | undefined;
  days_ago?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  team_slug?: string | undefined;
  suppress_aggregation: boolean;
  /** Of a point that is asked about again; else it follows from the range. */
  interval_em?: Interval | undefined;
}

/** All that a report's statement needs, and what its answer is named by. */
export interface Question {
  segment: Segment;
  scope: Scope;
  range: DayRange;
  interval: Interval;
  buckets: Bucket[];
  aggregation: Aggregation;
  suppressed: boolean;
  ofTeam: { id: number; slug: string } | null;
  /** All of the entity: a series may be of one that only teams below it give members. */
  teams: Team[];
  committers: Committer[];
  /** Whether the caller may read the audits that points link to. */
  mayAudit: boolean;
  /** As the caller named them, for links. */
  named: string[];
  teamSlug: string | undefined;
  providers: string[];
  params: Record<string, unknown>;
}

export async function readQuestion(context: Context, principal: Principal, input: ReportInput): Promise<Question> {
  const now = context.now();
  const segment = findSegment(input.segment_by);
  const range = readDayRange(input, now);
  if (input.ai_provider_em && !takesProvider(segment)) {
    throw invalidParameter('ai_provider_em', `ai_provider_em does not apply to ${segment.segment}.`);
  }
  const allowed = aggregationsOf(segment);
  if (input.aggregate_by && !input.suppress_aggregation && !allowed.includes(input.aggregate_by)) {
    throw invalidParameter('aggregate_by', `aggregate_by must be one of ${allowed.join(', ')} for ${segment.segment}.`);
  }
  const scope = await resolveScope(context.identity, principal, input.resource_path);
  const { entityId } = scope;
  const [people, settings, copies, ofTeam] = await Promise.all([
    findVisiblePeople(context, principal, entityId, input),
    context.readSettings(entityId),
    context.copiesOf(entityId),
    findTeam(context, entityId, input.team_slug),
  ]);
  const wholeEntity = scope.resources.some((resource) => resource.kind === 'entity');
  const teamRepos = ofTeam && ofTeam.repoPaths.length > 0 ? new Set(ofTeam.repoPaths) : null;
  const repos = teamRepos ? scope.repos.filter((repo) => teamRepos.has(repo.path)) : scope.repos;
  const teams = teamsInScope(copies.teams, repos);
  const aggregation = chooseAggregation(input, segment, allowed, teams.length, repos.length);
  const interval = segment.interval ?? input.interval_em ?? intervalFor(range);
  const buckets = bucketsOf(range, interval, now, settings.holidays);
  const isOfTeam = ofTeam !== null && !ofTeam.allContributors;
  const minute = Math.ceil(now.getTime() / 60_000) * 60_000;
  return {
    segment,
    scope,
    range,
    interval,
    buckets,
    aggregation,
    suppressed: input.suppress_aggregation,
    ofTeam: isOfTeam ? { id: ofTeam.teamId, slug: ofTeam.slug } : null,
    teams: copies.teams,
    committers: copies.committers,
    mayAudit: roleAllows(principal.role, 'admin'),
    named: [...(input.committer_user_name ?? []), ...(input.committer_identifier ? [input.committer_identifier] : [])],
    teamSlug: input.team_slug,
    providers: input.ai_provider_em ?? [],
    params: {
      entity_id: entityId,
      every_repo: wholeEntity && !teamRepos,
      repo_ids: repos.map((repo) => repo.id),
      organization_ids: scope.resources.filter(({ kind }) => kind === 'organization').map(({ id }) => id),
      ...peopleParams(copies.committers, people),
      every_team: people.every,
      own_team_ids: people.teamIds,
      unassigned_counts: !people.named && !isOfTeam,
      team_id: ofTeam?.teamId ?? 0,
      ...membershipParams(membershipsOf(copies, scope.repos)),
      ai_providers: input.ai_provider_em ?? [],
      from_ms: dayMs(range.from),
      until_ms: dayMs(range.until),
      buckets: buckets.map(({ start }) => start),
      bucket_days: buckets.map(({ days }) => days),
      bucket_working_days: buckets.map(({ workingDays }) => workingDays),
      ...daysOffParams(copies.timeOff, buckets, settings.holidays),
      bucket_ends_ms: buckets
        .filter(({ from }) => dayMs(from) < minute)
        .map(({ until }) => Math.min(dayMs(until), minute)),
      ...businessParams(settings),
    },
  };
}

const secondsOf = (clock: string): number => Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3)) * 60;

/** When business is done, as the statements' parameters name it. */
export function businessParams(settings: EntitySettings): Record<string, unknown> {
  const { timeZone, dayStartSeconds, dayLengthSeconds } = businessHoursOf(settings);
  return {
    time_zone: timeZone,
    day_start_s: dayStartSeconds,
    day_length_s: dayLengthSeconds,
    holidays: [...new Set(settings.holidays)].filter(isWeekday),
  };
}

/** The same for what is worked out of a few moments, not by a statement. */
export function businessHoursOf(settings: EntitySettings): BusinessHours {
  const start = secondsOf(settings.business_day_start);
  return {
    timeZone: settings.time_zone,
    dayStartSeconds: start,
    dayLengthSeconds: Math.max(secondsOf(settings.business_day_end) - start, 1),
    holidays: [...new Set(settings.holidays)].filter(isWeekday).map(dayNumber),
  };
}

async function findTeam(context: Context, entityId: number, teamSlug: string | undefined) {
  if (teamSlug === undefined) return null;
  const team = await context.developersTeams.resolveTeam({ entityId, teamSlug });
  if (!team.found) throw notFound('team_slug names no team.', 'team_slug');
  return team;
}

/** Several teams: by team, unless one is asked for; several repos: by repo; as far as the segment allows. */
function chooseAggregation(
  input: ReportInput,
  segment: Segment,
  allowed: Aggregation[],
  teams: number,
  repos: number,
): Aggregation {
  if (input.suppress_aggregation) return 'none';
  if (input.aggregate_by) return input.aggregate_by;
  if (segment.only) return segment.only[0] ?? 'none';
  if (teams > 1 && input.team_slug === undefined && allowed.includes('team')) return 'team';
  if (repos > 1 && allowed.includes('repo_path')) return 'repo_path';
  return 'none';
}
