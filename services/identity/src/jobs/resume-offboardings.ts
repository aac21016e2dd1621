import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { advanceOffboarding, type OffboardingContext } from '../actions/advance-offboarding.ts';
import { advanceRepoRemoval } from '../actions/remove-repo.ts';
import { listOffboardings } from '../store/offboardings.ts';
import { listRemovalsUnderWay } from '../store/repo-removals.ts';

const EVERY_MS = 5_000;

/** Advances every offboarding and every removal of a repo from where it is: after a crash, or when a service takes long. */
export const startResumingOffboardings = (runtime: Runtime<unknown>, context: OffboardingContext) =>
  runPeriodically(runtime, {
    name: 'resumption of offboardings',
    everyMs: EVERY_MS,
    immediately: true,
    async run() {
      for (const { entity_id } of await listOffboardings(context.postgres))
        await advanceOffboarding(context, entity_id);
      for (const { repo_id } of await listRemovalsUnderWay(context.postgres))
        await advanceRepoRemoval(context, repo_id);
    },
  });
