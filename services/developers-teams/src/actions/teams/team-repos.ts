import type { Context } from '../../context.ts';
import type { Team } from '../../domain/team.ts';
import { membersOfTeams } from '../../store/access.ts';
import { reposOfPersons } from '../../store/committer-repos.ts';
import { reposOfTeams, type TeamRepo } from '../../store/team-repos.ts';
import { subtreeOf } from '../../store/teams.ts';

/** The repos a team was given, with its child teams; else all that its people have committed in; of everybody, all. */
export async function reposOfTeam(context: Context, team: Team): Promise<TeamRepo[]> {
  const { postgres, identity } = context;
  const teamIds = await subtreeOf(postgres, team.id);
  const given = await reposOfTeams(postgres, teamIds);
  if (given.length > 0) return given;
  const { repos } = await identity.listRepos({ entityId: team.entityId, repoPaths: [] });
  const all = repos.map((repo) => ({ id: repo.id, path: repo.path }));
  if (team.isDefault) return all;
  const worked = new Set(await reposOfPersons(postgres, await membersOfTeams(postgres, teamIds)));
  return all.filter((repo) => worked.has(repo.id)).sort((one, other) => (one.path < other.path ? -1 : 1));
}
