import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { committerChanged } from '@linescope/contract/events/developers-teams-events';
import type { Context } from '../../context.ts';
import { type Committer, hasSeat } from '../../domain/committer.ts';

/** Publishes each committer whole, as it is now; a secondary identity with its primary. */
export async function publishCommitters(
  context: Context,
  tx: Transaction,
  committers: Iterable<Committer>,
): Promise<void> {
  const events = [...committers].map((committer) => ({
    entityId: committer.entityId,
    aggregateId: committer.id,
    aggregateVersion: committer.version,
    data: {
      committerId: committer.id,
      primaryId: committer.primaryId,
      userId: committer.userId,
      userName: committer.userName,
      fullName: committer.fullName,
      email: committer.email,
      gitProviderId: committer.gitProviderId,
      avatarUrl: committer.avatarUrl,
      processingStatusEm: committer.processingStatusEm,
      bot: committer.bot,
      hasSeat: hasSeat(committer),
    },
  }));
  await context.outbox.addAll(tx, committerChanged, events);
}
