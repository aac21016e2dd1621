import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createMetrics } from '@linescope/chassis/metrics/metrics';
import { eventually } from '@linescope/test-kit/eventually';
import { pino } from 'pino';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cloneFolderOf, mirrorPath } from '../git-import/mirror.ts';
import { type Imports, startImports } from '../testing/start-imports.ts';
import { startPruningClones } from './prune-clones.ts';

let service: Imports;
beforeAll(async () => {
  service = await startImports();
  for (const [repoId, path] of [
    [11, 'web/app'],
    [12, 'web/site'],
  ]) {
    await service.call('POST', '/imports', { form: { resource_path: 'acme', repo_path: String(path) } });
    await service.postgres.run('UPDATE imports SET repo_id = $1 WHERE repo_path = $2', [repoId, path]);
  }
});

/** Runs the job once on a disk that has, or lacks, what is to stay free; the clone of repo 11 is in use. */
async function clonesAfterPruning(minFreeBytes: number): Promise<string[]> {
  const { config, postgres } = service.started.context;
  const folder = cloneFolderOf(config);
  for (const repoId of [11, 12]) await mkdir(join(mirrorPath(folder, 1, repoId), 'objects'), { recursive: true });
  const runtime = { log: pino({ level: 'silent' }), metrics: createMetrics('test'), onStop: () => {} };
  const job = startPruningClones(runtime, {
    config: { ...config, MIN_FREE_BYTES: minFreeBytes },
    log: runtime.log,
    mirrorsInUse: new Set([mirrorPath(folder, 1, 11)]),
    postgres,
  });
  onTestFinished(() => job.stop());
  await eventually(async () => (await runtime.metrics.jobRuns.get()).values.length > 0);
  await job.stop();
  return (await readdir(join(folder, '1'))).sort();
}

test('clones stay on a disk that has room, and give way on one that has not, but for those in use', async () => {
  expect(await clonesAfterPruning(0)).toEqual(['11.git', '12.git']);
  expect(await clonesAfterPruning(2 ** 50)).toEqual(['11.git']);
});
