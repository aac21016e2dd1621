import { slugTeam } from '../actions/name-team.ts';
import type { Context } from '../context.ts';
import { membersOfTeams } from '../store/access.ts';
import { allPersons } from '../store/committers.ts';
import { reposOfTeams } from '../store/team-repos.ts';
import { subtreeOf } from '../store/teams.ts';

/** A team with everybody in it and its child teams today; of the default team, everybody there is. */
export async function resolveTeam(context: Context, request: { entityId: number; teamSlug: string }) {
  const { postgres } = context;
  const team = await slugTeam(context, request.entityId, request.teamSlug);
  if (!team) return { found: false };
  const teamIds = await subtreeOf(postgres, team.id);
  return {
    found: true,
    teamId: team.id,
    name: team.name,
    slug: team.slug,
    committerIds: team.isDefault ? await allPersons(postgres, team.entityId) : await membersOfTeams(postgres, teamIds),
    repoPaths: (await reposOfTeams(postgres, teamIds)).map((repo) => repo.path),
    allContributors: team.isDefault,
  };
}
