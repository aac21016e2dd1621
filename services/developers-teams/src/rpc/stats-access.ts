import { roleSchema } from '@linescope/contract/roles';
import { statsAccess as accessOf, ownCommitters } from '../actions/access/stats-access.ts';
import type { Context } from '../context.ts';
import { hasSeat } from '../domain/committer.ts';
import { committersWithNewStatus } from '../store/committers.ts';
import type { DevelopersTeamsHandlers } from './messages.ts';

/** An unknown role sees what a member sees. */
export const statsAccess =
  (context: Context): DevelopersTeamsHandlers['statsAccess'] =>
  async (request) => {
    const role = roleSchema.catch('member').parse(request.role);
    const access = await accessOf(context, request.entityId, { userId: request.userId, role });
    const [own] = await ownCommitters(context, request.entityId, request.userId);
    return {
      all: access.all,
      committerIds: [...access.committerIds],
      managedTeamIds: access.managedTeamIds,
      ownCommitterId: own ?? 0,
      changedStatuses: (await committersWithNewStatus(context.postgres, request.entityId)).map((committer) => ({
        committerId: committer.id,
        processingStatusEm: committer.processingStatusEm,
        hasSeat: hasSeat(committer),
        version: committer.version,
      })),
    };
  };
