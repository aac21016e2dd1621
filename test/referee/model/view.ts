import type { Caller, ProcessingStatus, Team, World } from '../world.ts';
import { type Interval, type IntervalName, intervalsOf } from './intervals.ts';
import { personOf, seenBy } from './people.ts';

/** What a caller asks of a report, in plain words. */
export interface ReportQuery {
  /** One path or several, with commas between. */
  resourcePath: string;
  caller: Caller;
  startDate: string;
  endDate: string;
  teamSlug?: string;
  userName?: string;
}

/** The part of a world that an answer may speak of. */
export interface View {
  world: World;
  /** The repos of the scope asked. */
  repoIds: Set<number>;
  /** The entity itself is asked, and so what belongs to no repo. */
  whole: boolean;
  organizationIds: Set<number>;
  /** Everybody whose facts count: seen by the caller, processed, and named where somebody is named. */
  people: Set<number>;
  seesAll: boolean;
  /** Whether what belongs to nobody counts. */
  nobodyCounts: boolean;
  /** Teams whose own facts, of no person, count. */
  teamIds: Set<number>;
  team: Team | null;
  intervals: Interval[];
  intervalName: IntervalName;
}

export function viewOf(world: World, query: ReportQuery, weeklyAlways = false): View {
  const paths = query.resourcePath.split(',');
  const below = paths.map((path) => path.split('/').slice(1).join('/'));
  const repos = world.repos.filter(({ path }) => below.some((top) => top === '' || `${path}/`.startsWith(`${top}/`)));
  const seen = seenBy(world, query.caller);
  const named = world.identities.find(({ userName }) => userName === query.userName)?.primaryId;
  const seesAll = query.caller.role === 'admin' || query.caller.role === 'super_admin';
  const { intervals, name } = intervalsOf(query.startDate, query.endDate, weeklyAlways);
  const managed = query.caller.managedTeamIds;
  return {
    world,
    repoIds: new Set(repos.map(({ id }) => id)),
    whole: below.includes(''),
    organizationIds: new Set(
      repos
        .filter(({ path }) => below.some((top) => top === '' || top === path.split('/')[0]))
        .map(({ organizationId }) => organizationId),
    ),
    people: new Set(
      [...seen].filter((id) => statusOf(world, id) === 'processing_stats' && (named === undefined || id === named)),
    ),
    seesAll,
    nobodyCounts: named === undefined,
    teamIds: new Set(
      named !== undefined
        ? []
        : world.teams.map(({ id }) => id).filter((id) => seesAll || managed.some((top) => isUnder(world, id, top))),
    ),
    team: world.teams.find(({ slug }) => slug === query.teamSlug) ?? null,
    intervals,
    intervalName: name,
  };
}

const isUnder = (world: World, id: number, top: number): boolean => {
  if (id === top) return true;
  const parent = world.teams.find((team) => team.id === id)?.parentId ?? 0;
  return parent !== 0 && isUnder(world, parent, top);
};

export const statusOf = (world: World, personId: number): ProcessingStatus | undefined =>
  world.identities.find(({ id }) => id === personId)?.status;

/** Whether what an identity did counts; 0 is nobody. */
export const counts = (view: View, identityId: number): boolean => {
  const person = personOf(view.world, identityId);
  return person === 0 ? view.nobodyCounts : view.people.has(person);
};
