import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineService } from '@linescope/chassis/service/run-service';
import { configSchema } from './config.ts';
import { dropClonesOfEntities } from './events/on-entity-offboarding.ts';
import { takeJobs } from './events/on-import-job.ts';
import { pruneClones } from './git-import/prune-clones.ts';
import { openContext } from './open-context.ts';

const PRUNE_MS = 10 * 60 * 1000;

/** A worker: takes import jobs from the queue, one at a time. Start as many as there is work for. */
export const importsWorker = defineService({
  name: 'imports-worker',
  config: configSchema,
  async start(runtime) {
    const context = await openContext(runtime);
    const spool = join(context.config.DATA_DIR, 'spool');
    await rm(spool, { recursive: true, force: true });
    await mkdir(spool, { recursive: true });
    await dropClonesOfEntities(runtime, context);
    const stop = new AbortController();
    await takeJobs(runtime, context, stop.signal);
    const pruning = setInterval(() => {
      pruneClones(
        join(context.config.DATA_DIR, 'clones'),
        context.config.CLONE_CACHE_BYTES,
        Date.now(),
        new Set(),
      ).then(
        (removed) => removed.length > 0 && runtime.log.info({ removed: removed.length }, 'clones pruned'),
        (err: unknown) => runtime.log.warn({ err }, 'clones not pruned'),
      );
    }, PRUNE_MS);
    runtime.onStop('worker', () => {
      clearInterval(pruning);
      stop.abort();
    });
    return { context };
  },
});
