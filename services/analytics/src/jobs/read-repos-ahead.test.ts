import { createMetrics } from '@linescope/chassis/metrics/metrics';
import { eventually } from '@linescope/test-kit/eventually';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startReadingAhead } from './read-repos-ahead.ts';

test('repos whose import has ended are read one after another, those that are not wanted never', async () => {
  const stops: (() => unknown)[] = [];
  onTestFinished(async () => {
    for (const stop of stops) await stop();
  });
  const read: number[] = [];
  let underWay = 0;
  const { noteImported } = startReadingAhead(
    { log: pino({ enabled: false }), metrics: createMetrics('test'), onStop: (_name, stop) => void stops.push(stop) },
    ({ repoId }) => repoId !== 200,
    async ({ repoId }) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      read.push(repoId);
    },
  );
  for (const repoId of [100, 200, 300, 100]) noteImported({ entityId: 1, repoId });
  await eventually(() => read.length === 2);
  expect(read).toEqual([100, 300]);
});
