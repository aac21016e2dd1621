import { expect, test } from 'vitest';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { readMarks, writeMarks } from './store-marks.ts';

test('a mark is read back to the millisecond', async () => {
  const { clickHouse } = (await startAnalytics(neighbourhood())).context;
  for (const [entityId, time] of [
    '2026-11-16T08:52:17.134Z',
    '2026-11-16T08:52:17.000Z',
    '2026-11-16T08:52:36.805Z',
  ].entries())
    await writeMarks(clickHouse, [entityId + 71], new Date(time));
  const marks = await readMarks(clickHouse);
  expect([71, 72, 73].map((entityId) => marks.get(entityId)?.toISOString())).toEqual([
    '2026-11-16T08:52:17.134Z',
    '2026-11-16T08:52:17.000Z',
    '2026-11-16T08:52:36.805Z',
  ]);
});
