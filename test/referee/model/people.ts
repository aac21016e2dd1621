import type { Caller, Team, World } from '../world.ts';

/** The person behind an identity; 0 for nobody. */
export const personOf = (world: World, identityId: number): number =>
  world.identities.find(({ id }) => id === identityId)?.primaryId ?? 0;

export const teamsBelow = (teams: Team[], top: number): Team[] =>
  teams.filter((team) => team.id === top || isBelow(teams, team, top));

const isBelow = (teams: Team[], team: Team, top: number): boolean => {
  const parent = teams.find(({ id }) => id === team.parentId);
  return parent !== undefined && (parent.id === top || isBelow(teams, parent, top));
};

/** A member sees their own facts, a manager those of who is in their teams and the teams below, and their own; an admin all. */
export function seenBy(world: World, { role, personId, managedTeamIds }: Caller): Set<number> {
  const everybody = world.identities.map(({ primaryId }) => primaryId);
  if (role === 'admin' || role === 'super_admin') return new Set(everybody);
  const managed = role === 'manager' ? managedTeamIds.flatMap((id) => teamsBelow(world.teams, id)) : [];
  const members = managed.flatMap((team) => team.members.filter(({ until }) => until === null));
  const people = members.map(({ identityId }) => personOf(world, identityId));
  return new Set([...people, ...(personId === 0 ? [] : [personId])]);
}

/** Whether somebody is in the team, or in one below it, on the day. */
export const isMember = (world: World, top: number, personId: number, day: string): boolean =>
  teamsBelow(world.teams, top).some(({ members }) =>
    members.some(
      ({ identityId, from, until }) =>
        personOf(world, identityId) === personId && from <= day && (until === null || day < until),
    ),
  );

/** A team without repos has all those its people work in. */
export const hasRepo = (world: World, team: Team, repoId: number): boolean =>
  team.repoPaths.length === 0 || world.repos.some(({ id, path }) => id === repoId && team.repoPaths.includes(path));
