import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import { TEAM_AS_COMMITTER } from '../segments/segment-view.ts';
import type { EntityCopies, Team } from '../store/entity-copies.ts';

/** Who counts in a team, from a day to the day before another, both counted from 1970. */
export interface Membership {
  teamId: number;
  /** A primary committer, or the team itself for AI usage that is reported for the whole team. */
  member: number;
  since: number;
  until: number;
  /** The repos that the team is limited to; none: all. */
  repos: number[];
}

const ALWAYS = { since: 0, until: 200_000 };

const known = new WeakMap<EntityCopies, { scoped: ScopedRepo[]; memberships: Membership[] }>();

/** Members of a child team count in its parents; spans of one member in one team never overlap. */
export function membershipsOf(copies: EntityCopies, scoped: ScopedRepo[]): Membership[] {
  const last = known.get(copies);
  if (last?.scoped === scoped) return last.memberships;
  const memberships = findMemberships(copies, scoped);
  known.set(copies, { scoped, memberships });
  return memberships;
}

function findMemberships({ teams, committers, repos: known }: EntityCopies, scoped: ScopedRepo[]): Membership[] {
  const repos = [...scoped, ...known.map(({ repo_id: id, path }) => ({ id, path }))];
  const primaries = new Map(committers.map((committer) => [committer.committer_id, committer.primary_id]));
  const paths = repoPathsOf(teams);
  const spans = new Map<string, Membership[]>();
  const add = (membership: Membership) => {
    const key = `${membership.teamId} ${membership.member}`;
    spans.set(key, [...(spans.get(key) ?? []), membership]);
  };
  for (const { team, counted } of linesOf(teams)) {
    const of = { teamId: counted.team_id, repos: reposOf(paths.get(counted.team_id) ?? [], repos) };
    add({ ...of, member: TEAM_AS_COMMITTER + team.team_id, ...ALWAYS });
    team.member_ids.forEach((id, index) => {
      const member = primaries.get(id);
      if (member === undefined) return;
      add({ ...of, member, since: team.member_from[index] ?? 0, until: team.member_until[index] ?? 0 });
    });
  }
  return [...spans.values()].flatMap(joinSpans);
}

/** The team and its parents; a circular parent ends the list. */
function withParents(team: Team, byId: Map<number, Team>): Team[] {
  const line: Team[] = [];
  for (let above: Team | undefined = team; above && !line.includes(above); above = byId.get(above.parent_team_id)) {
    line.push(above);
  }
  return line;
}

/** Each team with itself and every team above it. */
export function linesOf(teams: Team[]): { team: Team; counted: Team }[] {
  const byId = new Map(teams.map((team) => [team.team_id, team]));
  return teams.flatMap((team) => withParents(team, byId).map((counted) => ({ team, counted })));
}

/** The repos that each team and the teams below it were given, as GET /teams shows them and team_slug narrows by them. */
export function repoPathsOf(teams: Team[]): Map<number, string[]> {
  const paths = new Map<number, string[]>();
  for (const { team, counted } of linesOf(teams))
    paths.set(counted.team_id, [...new Set([...(paths.get(counted.team_id) ?? []), ...team.repo_paths])]);
  return paths;
}

function reposOf(paths: string[], repos: Pick<ScopedRepo, 'id' | 'path'>[]): number[] {
  if (paths.length === 0) return [];
  const ids = [...new Set(repos.filter((repo) => paths.includes(repo.path)).map((repo) => repo.id))];
  // A team whose repos are all out of scope counts nothing; an empty list would mean all of them.
  return ids.length > 0 ? ids : [0];
}

function joinSpans(memberships: Membership[]): Membership[] {
  const joined: Membership[] = [];
  for (const next of memberships.toSorted((one, other) => one.since - other.since)) {
    const last = joined.at(-1);
    if (last && next.since <= last.until) last.until = Math.max(last.until, next.until);
    else joined.push({ ...next });
  }
  return joined;
}

/** As parameters of a statement. */
export const membershipParams = (memberships: Membership[]) => ({
  membership_teams: memberships.map(({ teamId }) => teamId),
  membership_members: memberships.map(({ member }) => member),
  membership_since: memberships.map(({ since }) => since),
  membership_until: memberships.map(({ until }) => until),
  membership_repos: memberships.map(({ repos }) => repos),
});

/**
 * The team of each member, where nobody is in two of the shown teams or changes between them on these days, and no team is limited
 * to repos: a lookup, where a statement would otherwise join and compare days.
 */
export function teamOfEach(memberships: Membership[], shown: readonly number[], days: DayNumbers) {
  const isShown = new Set(shown);
  const wanted = memberships.filter(
    ({ teamId, since, until }) => isShown.has(teamId) && since < days.until && until > days.from,
  );
  const isPlain = wanted.every(
    ({ since, until, repos }) => repos.length === 0 && since <= days.from && until >= days.until,
  );
  if (!isPlain || new Set(wanted.map(({ member }) => member)).size < wanted.length) return null;
  return { team_members: wanted.map(({ member }) => member), team_of_members: wanted.map(({ teamId }) => teamId) };
}

/** Teams that are in no other. */
export const rootTeams = (teams: Team[]): Team[] => {
  const ids = new Set(teams.map(({ team_id: id }) => id));
  return teams.filter(({ parent_team_id: parent }) => !ids.has(parent));
};

/** The repos that teams name, by the board they work on. */
export function boardParams({ teams, repos }: EntityCopies) {
  const boards = new Map<string, number[]>();
  for (const { board_id: board, repo_paths: paths } of teams) {
    const own = repos.filter(({ path }) => paths.includes(path)).map(({ repo_id: id }) => id);
    if (board !== '' && own.length > 0) boards.set(board, [...(boards.get(board) ?? []), ...own]);
  }
  return { board_ids: [...boards.keys()], board_repos: [...boards.values()] };
}

/** Whether somebody who counts is in two of the teams on one of the days. */
export function hasOverlap(
  memberships: Membership[],
  shown: readonly number[],
  people: readonly number[],
  days: DayNumbers,
) {
  const counted = new Set(people);
  const isShown = new Set(shown);
  const wanted = memberships.filter(
    ({ teamId, member, since, until }) =>
      isShown.has(teamId) && counted.has(member) && since < days.until && until > days.from,
  );
  return [...Map.groupBy(wanted, ({ member }) => member).values()].some((spans) => {
    const inOrder = spans.toSorted((one, other) => one.since - other.since);
    let end = -1;
    return inOrder.some(({ since, until }) => {
      const meets = Math.max(since, days.from) < end;
      end = Math.max(end, Math.min(until, days.until));
      return meets;
    });
  });
}

/** From a day to the day before another, counted from 1970. */
interface DayNumbers {
  from: number;
  until: number;
}
