import type { Team } from '../world.ts';
import type { Fact } from './fact.ts';
import { dayAt } from './intervals.ts';
import { hasRepo, isMember, teamsBelow } from './people.ts';
import type { View } from './view.ts';

/** Facts that no person did: they are a team's where they are in its repos. */
const WITHOUT_PEOPLE = new Set(['release', 'defect', 'found bug']);

/**
 * Whether a team counts a fact: its own, or of one of its people on the day. A team that names repos counts only what is in
 * them or in no repo; usage follows the person alone.
 */
export function teamCounts(view: View, team: Team, fact: Fact): boolean {
  const { world } = view;
  if (fact.team !== undefined) return teamsBelow(world.teams, team.id).some(({ id }) => id === fact.team);
  const repos = fact.repos ?? [fact.repo];
  if (WITHOUT_PEOPLE.has(fact.kind) && fact.person === 0)
    return team.repoPaths.length === 0 || repos.some((id) => hasRepo(world, team, id));
  if (!isMember(world, team.id, fact.person, dayAt(fact.at))) return false;
  const nowhere = repos.every((id) => id === 0);
  return nowhere || fact.kind === 'usage' || fact.kind === 'seat' || repos.some((id) => hasRepo(world, team, id));
}

/** Whether a repo is one that the team asked for looks at. */
export const inReposOfTeam = (view: View, repoId: number): boolean =>
  view.team === null || hasRepo(view.world, view.team, repoId);
