import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { trackerChanged } from '@linescope/contract/events/identity-events';
import { conflict } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import { trackerContext } from '../domain/sealed-contexts.ts';
import { writeAudit } from '../store/audit-log.ts';
import { findEntityById } from '../store/entities.ts';
import { deleteTracker, keepTracker, nextTrackerVersion, saveTrackerToken } from '../store/trackers.ts';

export interface TrackerWish {
  endpointUrl: string;
  email: string | null;
  token: string;
  boardIds: readonly string[];
}

/** Sets or removes an entity's issue tracker and publishes that; readers then fetch the token. False: there was none to remove. */
export function setTracker(
  { postgres, outbox, secretBox }: Context,
  entityId: number,
  wish: TrackerWish | null,
  actor: string,
): Promise<boolean> {
  return postgres.transaction(async (tx) => {
    if (wish) {
      // It may have begun to leave while the tracker was asked.
      if ((await findEntityById(tx, entityId))?.status !== 'active') throw conflict('The entity is being removed.');
      const id = await keepTracker(tx, entityId, wish);
      await saveTrackerToken(tx, id, secretBox.seal(wish.token, trackerContext(id)));
    } else if ((await deleteTracker(tx, entityId)) === 0) return false;
    await announce(tx, outbox, entityId);
    const action = wish ? 'tracker_set' : 'tracker_removed';
    await writeAudit(tx, { entityId, actor, action, detail: wish ? { endpoint_url: wish.endpointUrl } : {} });
    return true;
  });
}

async function announce(tx: Transaction, outbox: Context['outbox'], entityId: number): Promise<void> {
  const aggregateVersion = await nextTrackerVersion(tx);
  await outbox.add(tx, trackerChanged, { entityId, aggregateId: entityId, aggregateVersion, data: {} });
}
