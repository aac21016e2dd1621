import { committersTable } from '@linescope/facts/copy-tables';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { expect, test } from 'vitest';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, committerRow, insertRows, scoreRow, sha } from '../testing/fact-rows.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

/** By hand from the two golden histories: that of the code, and of the delivery the commit c7 of ann, with a delta of 5. */
const service = await startAnalytics(neighbourhood());
const { clickHouse, postgres } = service.context;
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);

async function report(query: string) {
  const { status, body } = await service.report(query);
  expect([status, body.errors]).toEqual([200, undefined]);
  const values = Object.fromEntries(
    Object.entries<{ y: number | null }[]>(body.series_segments).map(([name, points]) => [
      name,
      points.map(({ y }) => y),
    ]),
  );
  return { by: body.aggregated_by, overlap: body.series_overlap, values, context: body.context };
}

const FIRST_WEEK = 'start_date=2026-03-02&end_date=2026-03-08&interval_em=weekly';

test('people of several teams: the default shows the teams that are in no other, which add up to the whole', async () => {
  expect(await report(HISTORY_RANGE)).toMatchObject({
    by: 'team',
    overlap: false,
    values: { Core: [120, 5], Edge: [0, 90] },
  });
});

test('people of one team: the default is by repo where several have data, else one series', async () => {
  const byRepo = await report(`${FIRST_WEEK}&segment_by=commit_count`);
  expect([byRepo.by, Object.keys(byRepo.values)]).toEqual(['repo_path', ['web/api', 'web/app']]);
  const one = await report(`${FIRST_WEEK}&segment_by=commit_count&resource_path=acme/web/api`);
  expect([one.by, Object.keys(one.values)]).toEqual(['none', ['All']]);
});

test('a team within a team overlaps with it, and the report says so', async () => {
  expect(await report(`${HISTORY_RANGE}&aggregate_by=team`)).toMatchObject({
    overlap: true,
    values: { Core: [120, 5], Edge: [0, 90], 'Edge UI': [0, 50] },
  });
});

test('what no team counts is the series No team', async () => {
  await insertRows(clickHouse, committersTable, [committerRow({ committer_id: 8, user_name: 'zed' })]);
  await insertRows(clickHouse, commitScoresTable, [
    scoreRow({ sha: sha('zz'), committer_id: 8, authored_at: at('2026-03-10T10:00:00Z'), delta: 7 }),
  ]);
  await bumpStamp(postgres, 1);
  expect((await report(HISTORY_RANGE)).values).toEqual({ Core: [120, 5], Edge: [0, 90], 'No team': [0, 7] });
  expect((await report(`${HISTORY_RANGE}&aggregate_by=none`)).values).toEqual({ All: [120, 102] });
});

test('without aggregation, a segment of several formulas has a series for each, named by it', async () => {
  const { values } = await report(`${HISTORY_RANGE}&segment_by=release_phase&suppress_aggregation=true`);
  expect(Object.keys(values)).toEqual(['Coding', 'Merge to release', 'Review']);
});

test('two repos of one organization are in the context of that organization', async () => {
  const { context } = await report(`${HISTORY_RANGE}&resource_path=acme/web/app,acme/web/api`);
  expect(context).toEqual({ entity: 'acme', organization: 'web' });
});

test('a range that ends on 31 December is labelled without a year', async () => {
  const { body } = await service.report('start_date=2025-12-01&end_date=2025-12-31&fill_all_dates=true');
  const [points = []] = Object.values<{ x: string }[]>(body.series_segments);
  expect(points.at(-1)?.x).toBe('December 31');
});
