import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { WorkerContext } from '../context.ts';
import { cloneFolderOf } from '../git-import/mirror.ts';
import { pruneClones } from '../git-import/prune-clones.ts';

const EVERY_MS = 10 * 60 * 1000;

export const startPruningClones = (runtime: Runtime<unknown>, { config, log, mirrorsInUse }: WorkerContext) =>
  runPeriodically(runtime, {
    name: 'pruning of clones',
    everyMs: EVERY_MS,
    async run() {
      const removed = await pruneClones(cloneFolderOf(config), config.CLONE_CACHE_BYTES, Date.now(), mirrorsInUse);
      if (removed.length > 0) log.info({ removed: removed.length }, 'clones pruned');
    },
  });
