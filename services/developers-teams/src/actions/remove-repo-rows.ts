import { deleteRepoRowsOf, type RemoveRepoRows } from '@linescope/chassis/offboarding/remove-repo';
import type { Context } from '../context.ts';
import { removeTeamRepo } from '../store/team-repos.ts';
import { lockEntityTeams, teamById, updateTeam } from '../store/teams.ts';
import { publishTeam } from './teams/publish-team.ts';

/** Who committed in the repo is forgotten, and teams no longer have it; the people and the teams stay. */
export const removeRepoRows =
  (context: Context): RemoveRepoRows =>
  async (tx, repo) => {
    await lockEntityTeams(tx, repo.entityId);
    const teamIds = await removeTeamRepo(tx, repo.entityId, repo.repoId);
    for (const teamId of teamIds) {
      const team = await teamById(tx, teamId);
      if (team) await publishTeam(context, tx, await updateTeam(tx, team));
    }
    return { team_repos: teamIds.length, ...(await deleteRepoRowsOf('committer_repos')(tx, repo)) };
  };
