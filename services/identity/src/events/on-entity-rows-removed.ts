import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { entityRowsRemoved } from '@linescope/contract/events/identity-events';
import { advanceOffboarding, type OffboardingParts, resumeOffboardings } from '../actions/advance-offboarding.ts';
import { acknowledge } from '../domain/offboarding.ts';
import { lockOffboarding, saveOffboarding } from '../store/offboardings.ts';

const RESUME_EVERY_MS = 5_000;

/** A service has removed its rows of a leaving entity. */
export async function onEntityRowsRemoved(runtime: Runtime<unknown>, parts: OffboardingParts): Promise<void> {
  await consumeEvent(runtime, parts.broker, entityRowsRemoved, async ({ entityId, data }) => {
    await parts.postgres.transaction(async (tx) => {
      const offboarding = await lockOffboarding(tx, entityId);
      if (offboarding) await saveOffboarding(tx, acknowledge(offboarding, data));
    });
    await advanceOffboarding(parts, entityId);
  });
  const resume = () =>
    resumeOffboardings(parts).catch((err: unknown) => runtime.log.warn({ err }, 'an offboarding waits'));
  let underWay = resume();
  const timer = setInterval(() => {
    underWay = underWay.then(resume);
  }, RESUME_EVERY_MS);
  runtime.onStop('offboarding', () => {
    clearInterval(timer);
    return underWay;
  });
}
