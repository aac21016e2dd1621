import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';
import { takeDueConnections } from '../store/connections.ts';

const EVERY_MS = 10 * 60 * 1000;
const BATCH = 100;

/** Publishes due connections as if they were new, so that repos created meanwhile are cached and offered. */
export function syncConnections(
  { postgres, outbox }: Pick<Context, 'postgres' | 'outbox'>,
  hours: number,
): Promise<number> {
  return postgres.transaction(async (tx) => {
    const due = await takeDueConnections(tx, hours, BATCH);
    for (const { id, entity_id, user_id, git_provider_em, version } of due)
      await outbox.add(tx, connectionAdded, {
        entityId: entity_id,
        aggregateId: id,
        aggregateVersion: version,
        data: { connectionId: id, userId: user_id, gitProviderEm: git_provider_em },
      });
    return due.length;
  });
}

/** Any number of replicas may run it; 0 hours turns it off. */
export function startSyncingConnections(runtime: Runtime<unknown>, context: Context, hours: number): void {
  if (hours === 0) return;
  runPeriodically(runtime, {
    name: 'sync of connections',
    everyMs: EVERY_MS,
    run: () => syncConnections(context, hours),
  });
}
