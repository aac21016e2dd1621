import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { SecretBox } from '@linescope/chassis/secrets/secret-box';
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
    const version = wish ? await save(tx, secretBox, entityId, wish) : await remove(tx, entityId);
    if (version === null) return false;
    await outbox.add(tx, trackerChanged, { entityId, aggregateId: entityId, aggregateVersion: version, data: {} });
    const action = wish ? 'tracker_set' : 'tracker_removed';
    await writeAudit(tx, { entityId, actor, action, detail: wish ? { endpoint_url: wish.endpointUrl } : {} });
    return true;
  });
}

async function save(tx: Transaction, secretBox: SecretBox, entityId: number, wish: TrackerWish): Promise<number> {
  // It may have begun to leave while the tracker was asked.
  if ((await findEntityById(tx, entityId))?.status !== 'active') throw conflict('The entity is being removed.');
  const { id, version } = await keepTracker(tx, entityId, wish);
  await saveTrackerToken(tx, id, secretBox.seal(wish.token, trackerContext(id)));
  return version;
}

const remove = async (tx: Transaction, entityId: number): Promise<number | null> =>
  (await deleteTracker(tx, entityId)) === 0 ? null : nextTrackerVersion(tx);
