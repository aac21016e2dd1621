import { createMetrics } from '@linescope/chassis/metrics/metrics';
import { eventually } from '@linescope/test-kit/eventually';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startTakingSnapshots } from './take-repo-snapshots.ts';

test('the snapshot of a repo is taken once at the end of an import or when no more batches come in', async () => {
  const taken: string[] = [];
  let ms = 1_000_000;
  const stops: (() => unknown)[] = [];
  onTestFinished(async () => {
    for (const stop of stops) await stop();
  });
  const { noteStored } = startTakingSnapshots(
    { log: pino({ enabled: false }), metrics: createMetrics('test'), onStop: (_name, stop) => void stops.push(stop) },
    async ({ entityId, repoId, hasEnded }) => taken.push(`${entityId} ${repoId}${hasEnded ? ' ended' : ''}`),
    () => new Date(ms),
  );
  noteStored({ entityId: 1, repoId: 100, hasEnded: false });
  noteStored({ entityId: 1, repoId: 200, hasEnded: false });
  ms += 4_900;
  noteStored({ entityId: 1, repoId: 100, hasEnded: true });
  await eventually(() => taken.length === 1);
  expect(taken).toEqual(['1 100 ended']);
  ms += 200;
  await eventually(() => taken.length === 2);
  expect(taken).toEqual(['1 100 ended', '1 200']);
});
