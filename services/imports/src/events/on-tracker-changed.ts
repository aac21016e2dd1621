import { consumeEvent } from '@linescope/chassis/events/consume';
import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { trackerChanged } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';
import { putTracker, removeTracker, trackerContext } from '../store/trackers.ts';

/** The tracker as identity has it now, so that messages may come in any order; it is read at once. */
export const onTrackerChanged = (runtime: Runtime<unknown>, context: Context): Promise<void> =>
  consumeEvent(runtime, context.broker, trackerChanged, async ({ entityId }) => {
    const lent = await context.identity.lendTracker({ entityId });
    if (!lent.found) return void (await removeTracker(context.postgres, entityId));
    await putTracker(context.postgres, entityId, {
      endpointUrl: lent.endpointUrl,
      email: lent.email || null,
      sealedToken: createSecretBox(context.config.SECRET_KEYS).seal(lent.token, trackerContext(entityId)),
      boardIds: lent.boardIds,
      version: lent.version,
    });
  });
