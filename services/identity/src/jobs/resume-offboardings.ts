import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { advanceOffboarding, type OffboardingContext } from '../actions/advance-offboarding.ts';
import { listOffboardings } from '../store/offboardings.ts';

const EVERY_MS = 5_000;

/** Advances every offboarding from where it is: after a crash, or when a service takes long to acknowledge. */
export const startResumingOffboardings = (runtime: Runtime<unknown>, context: OffboardingContext) =>
  runPeriodically(runtime, {
    name: 'resumption of offboardings',
    everyMs: EVERY_MS,
    immediately: true,
    async run() {
      for (const { entity_id } of await listOffboardings(context.postgres))
        await advanceOffboarding(context, entity_id);
    },
  });
