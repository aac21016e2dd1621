import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { teamChanged } from '@linescope/contract/events/developers-teams-events';
import type { Context } from '../context.ts';
import { upsertBoardIfNewer } from '../store/team-boards.ts';

/** A team's board is where its sprints are. */
export const onTeamChanged = (runtime: Runtime<unknown>, context: Context): Promise<void> =>
  consumeEvent(runtime, context.broker, teamChanged, async ({ entityId, aggregateVersion, data }) => {
    const boardId = data.removed ? null : data.projectBoardId?.trim() || null;
    await upsertBoardIfNewer(context.postgres, { entityId, teamId: data.teamId, boardId, version: aggregateVersion });
  });
