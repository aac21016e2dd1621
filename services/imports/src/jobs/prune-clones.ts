import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { WorkerContext } from '../context.ts';
import { cloneFolderOf, mirrorPath } from '../git-import/mirror.ts';
import { pruneClones, removeOrphans } from '../git-import/prune-clones.ts';
import { listImportedRepos } from '../store/imports.ts';

const EVERY_MS = 10 * 60 * 1000;

export const startPruningClones = (
  runtime: Runtime<unknown>,
  { config, log, mirrorsInUse, postgres }: Pick<WorkerContext, 'config' | 'log' | 'mirrorsInUse' | 'postgres'>,
) =>
  runPeriodically(runtime, {
    name: 'pruning of clones',
    everyMs: EVERY_MS,
    immediately: true,
    async run() {
      const folder = cloneFolderOf(config);
      const readImported = async () =>
        new Set((await listImportedRepos(postgres)).map((one) => mirrorPath(folder, one.entity_id, one.repo_id)));
      const orphans = await removeOrphans(folder, readImported, mirrorsInUse);
      if (orphans.length > 0) log.info({ removed: orphans.length }, 'clones of repos that are gone were removed');
      const removed = await pruneClones(folder, config.CLONE_CACHE_BYTES, Date.now(), mirrorsInUse);
      if (removed.length > 0) log.info({ removed: removed.length }, 'clones pruned');
    },
  });
