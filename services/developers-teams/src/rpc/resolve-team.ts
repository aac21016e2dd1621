import { findTeamBySlug } from '../actions/teams/find-team.ts';
import { reposOfTeam } from '../actions/teams/team-repos.ts';
import type { Context } from '../context.ts';
import { membersOfTeams } from '../store/access.ts';
import { allPersons } from '../store/committers.ts';
import { reposOfTeams } from '../store/team-repos.ts';
import { subtreeOf } from '../store/teams.ts';
import type { DevelopersTeamsHandlers } from './messages.ts';

/** A team with everybody in it and its child teams today; of the default team, everybody there is. */
export const resolveTeam =
  (context: Context): DevelopersTeamsHandlers['resolveTeam'] =>
  async ({ entityId, teamSlug }) => {
    const { postgres } = context;
    const team = await findTeamBySlug(context, entityId, teamSlug);
    if (!team) return { found: false };
    const teamIds = await subtreeOf(postgres, team.id);
    const given = await reposOfTeams(postgres, teamIds);
    const worksAnywhere = given.length === 0 && !team.isDefault;
    return {
      found: true,
      teamId: team.id,
      name: team.name,
      slug: team.slug,
      committerIds: team.isDefault
        ? await allPersons(postgres, team.entityId)
        : await membersOfTeams(postgres, teamIds),
      repoPaths: given.map((repo) => repo.path),
      workedRepoPaths: worksAnywhere ? (await reposOfTeam(context, team)).map((repo) => repo.path) : [],
      knowsWorkedRepos: worksAnywhere,
      allContributors: team.isDefault,
    };
  };
