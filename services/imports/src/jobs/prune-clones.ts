import { freeBytesOf } from '@linescope/chassis/service/free-space';
import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { WorkerContext } from '../context.ts';
import { cloneFolderOf, mirrorPath } from '../git-import/mirror.ts';
import { pruneClones, removeOrphans } from '../git-import/prune-clones.ts';
import { listImportedRepos } from '../store/imports.ts';

const EVERY_MS = 60_000;
/** To measure all clones takes a while, so it is done now and then unless the disk is short of space. */
const MEASURED_EVERY_MS = 10 * 60 * 1000;
/** A cache gives way while there is still room for what is being fetched, long before writes are refused. */
const MARGIN = 4;

export function startPruningClones(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  { config, log, mirrorsInUse, postgres }: Pick<WorkerContext, 'config' | 'log' | 'mirrorsInUse' | 'postgres'>,
): RunningJob {
  let measuredAt = Number.NEGATIVE_INFINITY;
  return runPeriodically(runtime, {
    name: 'pruning of clones',
    everyMs: EVERY_MS,
    immediately: true,
    async run() {
      const lackingBytes = MARGIN * config.MIN_FREE_BYTES - freeBytesOf(config.DATA_DIR);
      if (lackingBytes <= 0 && performance.now() - measuredAt < MEASURED_EVERY_MS) return;
      measuredAt = performance.now();
      const folder = cloneFolderOf(config);
      const readImported = async () =>
        new Set((await listImportedRepos(postgres)).map((one) => mirrorPath(folder, one.entity_id, one.repo_id)));
      const orphans = await removeOrphans(folder, readImported, mirrorsInUse);
      if (orphans.length > 0) log.info({ removed: orphans.length }, 'clones of repos that are gone were removed');
      const limits = { bytes: config.CLONE_CACHE_BYTES, lackingBytes };
      const removed = await pruneClones(folder, limits, Date.now(), mirrorsInUse);
      if (removed.length > 0) log.info({ removed: removed.length, lackingBytes }, 'clones pruned');
    },
  });
}
