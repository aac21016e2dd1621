import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineService } from '@linescope/chassis/service/run-service';
import { configSchema } from './config.ts';
import type { WorkerContext } from './context.ts';
import { deleteClonesOnOffboarding } from './events/on-entity-offboarding.ts';
import { onImportJob } from './events/on-import-job.ts';
import { startPruningClones } from './jobs/prune-clones.ts';
import { openContext } from './open-context.ts';

/** A worker: takes import jobs from the queue, one at a time. Start as many as there is work for. */
export const importsWorker = defineService({
  name: 'imports-worker',
  config: configSchema,
  async start(runtime) {
    const context: WorkerContext = { ...(await openContext(runtime)), mirrorsInUse: new Set() };
    const spool = join(context.config.DATA_DIR, 'spool');
    await rm(spool, { recursive: true, force: true });
    await mkdir(spool, { recursive: true });
    deleteClonesOnOffboarding(runtime, context);
    const stop = new AbortController();
    await onImportJob(runtime, context, stop.signal);
    startPruningClones(runtime, context);
    runtime.onStop('import under way', () => stop.abort(new Error('the service is stopping')));
    return { context };
  },
});
