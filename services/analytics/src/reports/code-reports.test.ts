import { timeOffTable } from '@linescope/facts/copy-tables';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { issuesTable } from '@linescope/facts/provider-tables';
import { expect, test } from 'vitest';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, insertRows, issueRow, scoreRow, sha } from '../testing/fact-rows.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
await insertGoldenHistory(service.context.clickHouse);
await insertRows(service.context.clickHouse, issuesTable, [
  issueRow({ key: 'OPS-1', type: 'Bug' }),
  issueRow({ key: 'OPS-2' }),
]);

async function seriesOf(query: string): Promise<Record<string, (number | null)[]>> {
  const { status, body } = await service.report(`${HISTORY_RANGE}&${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return Object.fromEntries(
    Object.entries<{ y: number | null }[]>(body.series_segments).map(([name, points]) => [
      name,
      points.map(({ y }) => y),
    ]),
  );
}

/** Two numbers each: the week of 2 March and the week of 9 March, worked out by hand from the table of the history. */
const EXPECTED: Record<string, Record<string, (number | null)[]>> = {
  // c1 60 + c2 20 + c3 40; c4 30 + c5 10 + c6 50
  none: { All: [120, 90] },
  diff_delta: { All: [120, 90] },
  // 120 ÷ 4 days, for Friday is a holiday; 90 ÷ 5
  delta_velocity: { All: [30, 18] },
  // ann and bob; bob and cat
  diff_delta_per_committer: { All: [60, 45] },
  documentation_delta: { All: [6, 38] },
  commit_count: { All: [3, 3] },
  active_committer_in_week_count: { All: [2, 2] },
  // one committer on each of two days, of seven: 2 ÷ 7
  active_committer_per_date_count: { All: [0.3, 0.3] },
  operation: { add: [75, 80], chg: [25, 10], del: [20, 0] },
  line_operation_counts: { add: [30, 26], chg: [16, 4], copy: [2, 0], del: [10, 0], move: [1, 0], noop: [1, 0] },
  code_category: { code: [114, 52], documentation: [0, 8], test: [6, 30] },
  provenance: {
    new_code: [34, 26],
    over_1_year: [10, 0],
    under_1_month: [0, 4],
    under_1_year: [12, 0],
    under_2_weeks: [4, 0],
  },
  repo: { api: [20, 50], app: [100, 40] },
  // bob leaves Core for Edge on 9 March; what cat of Edge UI does counts in Edge too
  team: { Core: [120, 0], Edge: [0, 90], 'Edge UI': [0, 50] },
  churn_line_count: { All: [4, 0] },
  // 4 ÷ (22 + 10 added + 16 changed); 0 ÷ 30
  churn_line_percent: { All: [8.3, 0] },
  copy_line_counts: { All: [2, 0] },
  // 2 ÷ (60 − 1 noop); (2 + 1) ÷ 59
  copy_paste_percent: { All: [3.4, 0] },
  copy_move_percent: { All: [5.1, 0] },
  duplicate_block_line_count: { All: [0, 2] },
  // 2 ÷ 30 × 1000
  duplicate_line_count_per_mil: { All: [0, 66.7] },
  // 11 ÷ 32 × 1000
  connective_per_mil: { All: [343.8, 0] },
  // no pull requests: the mean of 91.67, 96.61 and 4 × 5 %; of 100, 100 and 100 (38 ÷ 90 is over a quarter)
  quality_cornerstones_percent: { All: [69.4, 100] },
  // c2, a bug and old code, 20 ÷ 120
  opex_ratio: { All: [16.7, 0] },
  // c2 is on a bug; c4 says it fixes something, 30 ÷ 90
  bug_work_percent: { All: [16.7, 33.3] },
  // 30 + 40 and 30; 30, 30 after a pause of three hours, 30
  minutes_used: { All: [100, 90] },
};

test.each(Object.keys(EXPECTED))('%s is what the history gives by hand', async (segment) => {
  const own = ['repo', 'team'].includes(segment) ? '' : '&suppress_aggregation=false&aggregate_by=none';
  expect(await seriesOf(`segment_by=${segment}${own}`)).toEqual(EXPECTED[segment]);
});

test('the series by repo, by committer and by operation each add up to the total', async () => {
  const add = (series: Record<string, (number | null)[]>) =>
    [0, 1].map((index) => Object.values(series).reduce((sum, values) => sum + (values[index] ?? 0), 0));
  expect(add(await seriesOf('aggregate_by=repo_path'))).toEqual([120, 90]);
  expect(add(await seriesOf('aggregate_by=committer'))).toEqual([120, 90]);
  expect(add(await seriesOf('segment_by=operation'))).toEqual([120, 90]);
});

test('the days that an active committer is off are no working days of theirs', async () => {
  await insertRows(service.context.clickHouse, timeOffTable, [
    // Tuesday to Thursday of the first week, and the weekend after it, which no one works anyway.
    {
      entity_id: 1,
      committer_id: 1,
      starts: ['2026-03-03', '2026-03-07'],
      ends: ['2026-03-05', '2026-03-08'],
      version: 1,
    },
    // Dan has no commits that count.
    { entity_id: 1, committer_id: 6, starts: ['2026-03-02'], ends: ['2026-03-13'], version: 1 },
  ]);
  await bumpStamp(service.context.postgres, 1);
  // 4 days less the mean of ann's 3 and bob's 0: 120 ÷ 2.5; ann did nothing in the second week: 90 ÷ 5.
  expect(await seriesOf('segment_by=delta_velocity&aggregate_by=none')).toEqual({ All: [48, 18] });
  // Ann 80 on her one day, bob 40 on four; then bob 40 and cat 50 on five.
  expect(await seriesOf('segment_by=delta_velocity&aggregate_by=committer')).toEqual({
    ann: [80, 0],
    bob: [10, 8],
    cat: [0, 10],
  });
});

test('a week in which nothing can be measured has no quality, not the worst', async () => {
  await insertRows(service.context.clickHouse, commitScoresTable, [
    scoreRow({ sha: sha('e1'), authored_at: at('2026-05-05T10:00:00Z'), committed_at: at('2026-05-05T10:00:00Z') }),
  ]);
  await bumpStamp(service.context.postgres, 1);
  const range = 'start_date=2026-05-04&end_date=2026-06-14&segment_by=quality_cornerstones_percent&aggregate_by=none';
  const { body } = await service.report(range);
  expect(body.series_segments.All.map(({ y }: { y: number | null }) => y)).toEqual([null]);
});
