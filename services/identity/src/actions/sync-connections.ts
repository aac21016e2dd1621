import type { Logger } from '@linescope/chassis/log/logger';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import type { Parts } from '../parts.ts';
import { takeDueConnections } from '../store/connections.ts';

const LOOK_EVERY_MS = 10 * 60 * 1000;
const BATCH = 100;

/** Connections whose repos were read long ago are announced again, as a new one is: repos made meanwhile are cached and offered. */
export function syncConnections(
  { postgres, outbox }: Pick<Parts, 'postgres' | 'outbox'>,
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

/** Any number of replicas may look; 0 hours turns it off. */
export function startSyncing(parts: Parts, hours: number, log: Logger): () => void {
  if (hours === 0) return () => {};
  const timer = setInterval(() => {
    syncConnections(parts, hours).catch((err: unknown) => log.warn({ err }, 'connections wait for the next look'));
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
