import { expect, test } from 'vitest';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const data = neighbourhood();
const service = await startAnalytics(data);
await insertGoldenHistory(service.context.clickHouse);

const commits = async () => {
  const { body } = await service.report(`${HISTORY_RANGE}&segment_by=commit_count&aggregate_by=committer`);
  return Object.fromEntries(
    Object.entries<{ y: number | null }[]>(body.series_segments).map(([name, points]) => [
      name,
      points.reduce((sum, { y }) => sum + (y ?? 0), 0),
    ]),
  );
};
const statusOfBob = async () => {
  const path = '/audits?resource_path=acme&resource_type=committers&committer_user_name=bob';
  const { body } = await service.call('GET', path);
  return body.committers[0].processing_status_em;
};
const changed = (processingStatusEm: string, version: number) => [
  { committerId: 3, processingStatusEm, hasSeat: processingStatusEm !== 'not_processing', version },
];

test('a processing status shows as soon as it is set, before its event has arrived, and back again', async () => {
  expect(await commits()).toEqual({ ann: 2, bob: 3, cat: 1 });
  data.changedStatuses = changed('limited_processing', 1_000);
  expect([await commits(), await statusOfBob()]).toEqual([{ ann: 2, cat: 1 }, 'limited_processing']);
  data.changedStatuses = changed('processing_stats', 1_001);
  expect([await commits(), await statusOfBob()]).toEqual([{ ann: 2, bob: 3, cat: 1 }, 'processing_stats']);
});

test('an older status than the one that has arrived is none', async () => {
  data.changedStatuses = changed('not_processing', 0);
  expect(await commits()).toEqual({ ann: 2, bob: 3, cat: 1 });
});
