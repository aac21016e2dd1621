import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { entityRowsRemoved } from '@linescope/contract/events/identity-events';
import { advanceOffboarding, type OffboardingContext } from '../actions/advance-offboarding.ts';
import { acknowledge } from '../domain/offboarding.ts';
import { lockOffboarding, saveOffboarding } from '../store/offboardings.ts';

/** A service has deleted its rows of an entity that is being offboarded. */
export const onEntityRowsRemoved = (runtime: Runtime<unknown>, context: OffboardingContext): Promise<void> =>
  consumeEvent(runtime, context.broker, entityRowsRemoved, async ({ entityId, data }) => {
    await context.postgres.transaction(async (tx) => {
      const offboarding = await lockOffboarding(tx, entityId);
      if (offboarding) await saveOffboarding(tx, acknowledge(offboarding, data));
    });
    await advanceOffboarding(context, entityId);
  });
