import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { repoRegistered } from '@linescope/contract/events/identity-events';
import { publishTeam } from '../actions/teams/publish-team.ts';
import type { Context } from '../context.ts';
import { renameRepo } from '../store/team-repos.ts';
import { lockEntityTeams, teamById, updateTeam } from '../store/teams.ts';

/** The paths of a team's repos follow renames at the host. */
export const onRepoRegistered = (runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> =>
  consumeEvent(runtime, broker, repoRegistered, async ({ entityId, aggregateVersion: version, data }) => {
    await context.postgres.transaction(async (tx) => {
      await lockEntityTeams(tx, entityId);
      const path = `${data.organizationSlug}/${data.repoSlug}`;
      for (const teamId of await renameRepo(tx, { entityId, repoId: data.repoId, path, version })) {
        const team = await teamById(tx, teamId);
        if (team) await publishTeam(context, tx, await updateTeam(tx, team));
      }
    });
  });
