import type { Usage, World } from '../world.ts';
import { commitsOf } from './commits.ts';
import type { Fact } from './fact.ts';
import { dayAt, daysOf } from './intervals.ts';
import { isMember, personOf } from './people.ts';
import type { View } from './view.ts';

const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The repos below a path of the entity. */
export const reposBelow = (world: World, resourcePath: string): Set<number> => {
  const top = resourcePath.split('/').slice(1).join('/');
  return new Set(world.repos.filter(({ path }) => top === '' || `${path}/`.startsWith(`${top}/`)).map(({ id }) => id));
};

interface ChangedLines {
  repoId: number;
  person: number;
  at: number;
  lines: number;
}

const changed = new WeakMap<World, Map<string, ChangedLines[]>>();

/** Changed lines but `noop` on the default branch, commit by commit, each commit once within the resource. */
function linesWithin(world: World, resourcePath: string): ChangedLines[] {
  const known = changed.get(world) ?? new Map<string, ChangedLines[]>();
  changed.set(world, known);
  const found = known.get(resourcePath);
  if (found) return found;
  const lines = commitsOf(world, reposBelow(world, resourcePath)).map((commit) => ({
    repoId: commit.repoId,
    person: personOf(world, commit.identityId),
    at: commit.authoredAt,
    lines: commit.lines.filter(({ scored, operation }) => scored && operation !== 'noop').length,
  }));
  known.set(resourcePath, lines);
  return lines;
}

/** By repo, the share of their changed lines of the 28 days up to a day; empty where there are none. */
export function sharesOf(
  world: World,
  resourcePath: string,
  day: string,
  who: (person: number) => boolean,
): Map<number, number> {
  const until = timeOf(day) + DAY_MS;
  const own = linesWithin(world, resourcePath).filter(
    ({ person, at, lines }) => lines > 0 && at >= until - 28 * DAY_MS && at < until && who(person),
  );
  const total = own.reduce((all, { lines }) => all + lines, 0);
  return new Map(
    [...Map.groupBy(own, ({ repoId }) => repoId)].map(([repoId, inRepo]) => [
      repoId,
      inRepo.reduce((all, { lines }) => all + lines, 0) / total,
    ]),
  );
}

const sharesOfUsage = (world: World, usage: Usage): Map<number, number> =>
  sharesOf(world, usage.resourcePath, usage.day, (person) =>
    usage.teamId === 0 ? person === usage.personId : isMember(world, usage.teamId, person, usage.day),
  );

/** Where a usage counts and with which share: in repos, or in no repo (0) where there is no share. */
function partsOf(view: View, usage: Usage): [number, number][] {
  const { world } = view;
  const own = reposBelow(world, usage.resourcePath);
  const [only, ...more] = own;
  if (only !== undefined && more.length === 0 && usage.resourcePath.split('/').length === 3)
    return view.repoIds.has(only) ? [[only, 1]] : [];
  const shares = sharesOfUsage(world, usage);
  if (shares.size > 0) return [...shares].filter(([repoId]) => view.repoIds.has(repoId));
  const depth = usage.resourcePath.split('/').length;
  const organizationId = world.repos.find(({ id }) => own.has(id))?.organizationId ?? 0;
  const inside = view.whole || (depth === 2 && view.organizationIds.has(organizationId));
  return inside ? [[0, 1]] : [];
}

/** Usage of somebody unknown is for those who see everybody. */
const isSeen = (view: View, personId: number): boolean =>
  personId === 0 ? view.nobodyCounts && view.seesAll : view.people.has(personId);

/** Usage as it was reported, in parts where it is split over repos. */
export const usageFacts = (view: View): Fact[] =>
  view.world.usages
    .filter(({ personId, teamId }) => (teamId === 0 ? isSeen(view, personId) : view.teamIds.has(teamId)))
    .flatMap((usage) =>
      partsOf(view, usage).map(
        ([repo, share]): Fact => ({
          kind: 'usage',
          id: usage.model,
          at: timeOf(usage.day),
          person: usage.personId,
          repo,
          ...(usage.teamId === 0 ? {} : { team: usage.teamId }),
          provider: usage.provider,
          amounts: {
            added: share * usage.linesAdded,
            deleted: share * usage.linesDeleted,
            'prompts suggested': share * usage.promptedSuggested,
            'prompts accepted': share * usage.promptedAccepted,
            'tab suggested': share * usage.tabSuggested,
            'tab accepted': share * usage.tabAccepted,
            cents: share * usage.cents,
          },
        }),
      ),
    );

/** A fact for each day and person with a seat: for each provider that they used on that day, or that they used none. */
export function seatFacts(view: View): Fact[] {
  const { world } = view;
  const used = Map.groupBy(usageFacts(view), ({ person, at }) => `${person} ${at}`);
  const days = view.intervals.flatMap(daysOf).map(timeOf);
  const seated = world.identities.filter(({ id, hasSeat }) => hasSeat && view.people.has(id));
  const worksHere = (person: number, at: number): boolean =>
    view.whole ||
    [...sharesOf(world, world.slug, dayAt(at), (one) => one === person).keys()].some((repo) => view.repoIds.has(repo));
  return seated.flatMap(({ id: person }) =>
    days.flatMap((at): Fact[] => {
      const seat = { kind: 'seat', id: `${person}`, at, person, repo: 0 };
      const active = used.get(`${person} ${at}`) ?? [];
      if (active.length > 0)
        return active.map(({ provider = '', repo }) => ({ ...seat, provider, repo, amounts: { active: 1 } }));
      return worksHere(person, at) ? [{ ...seat, amounts: { idle: 1 } }] : [];
    }),
  );
}
