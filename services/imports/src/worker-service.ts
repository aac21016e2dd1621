import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { defineService } from '@linescope/chassis/service/run-service';
import { configSchema } from './config.ts';
import type { WorkerContext } from './context.ts';
import { capacityOf } from './domain/worker-capacity.ts';
import { deleteClonesOnOffboarding } from './events/on-entity-offboarding.ts';
import { deleteCloneOnRemoval } from './events/on-repo-removal.ts';
import { limitTurns } from './git-import/limited-turns.ts';
import { writeTrustedCertificates } from './git-import/trusted-certificates.ts';
import { startPruningClones } from './jobs/prune-clones.ts';
import { startRunningImports } from './jobs/run-imports.ts';
import { openContext } from './open-context.ts';

/** A worker: takes imports from the queue, as many at a time as its memory allows. Start as many as there is work for. */
export const importsWorker = defineService({
  name: 'imports-worker',
  config: configSchema,
  async start(runtime) {
    const capacity = capacityOf({
      limitBytes: memoryLimit(),
      totalBytes: totalmem(),
      cores: availableParallelism(),
      jobs: runtime.config.IMPORT_JOBS,
    });
    runtime.log.info(capacity, 'worker capacity');
    const context: WorkerContext = {
      ...(await openContext(runtime)),
      mirrorsInUse: new Set(),
      certificates: await writeTrustedCertificates(runtime.config.DATA_DIR),
      capacity,
      historyReads: limitTurns(capacity.historyReads),
    };
    const spool = join(context.config.DATA_DIR, 'spool');
    await rm(spool, { recursive: true, force: true });
    await mkdir(spool, { recursive: true });
    deleteClonesOnOffboarding(runtime, context);
    deleteCloneOnRemoval(runtime, context);
    startPruningClones(runtime, context);
    startRunningImports(runtime, context);
    return { context };
  },
});

/** Of the worker's own container; null where it has none, and shares the machine with the others. */
function memoryLimit(): number | null {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : null;
}
