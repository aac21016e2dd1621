import { commitScoresTable } from '@linescope/facts/git-tables';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { createReportReader } from '../reports/read-report.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, insertRows, scoreRow, sha } from '../testing/fact-rows.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);

type Points = { url: string; x: string; y: number | null }[];
const valuesOf = (body: { series_segments: Record<string, Points> }) =>
  Object.fromEntries(Object.entries(body.series_segments).map(([name, points]) => [name, points.map(({ y }) => y)]));

test('several resources are also taken as a list, and what is no path is said in a sentence', async () => {
  const listed = await service.report('resource_path[]=acme/web/app&resource_path[]=acme/web/api');
  expect(listed.body.context).toEqual({ entity: 'acme', organization: 'web' });
  const { status, body } = await service.call('POST', '/ai_usages', { json: { resource_path: { a: 1 } } });
  expect(status).toBe(400);
  expect(body.errors[0].detail).toBe('resource_path must be a path, or several with commas between them.');
});

test('200: a report of several teams is split by team and says its unit and interval', async () => {
  const { status, body } = await service.report(HISTORY_RANGE);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    context: { entity: 'acme', organization: null },
    aggregated_by: 'team',
    interval_em: 'weekly',
    segment_em: 'none',
    unit: 'delta',
    value_precision: 0,
  });
  expect(body.series_segments.Core[0]).toEqual({
    url: '/api/v1/audits?resource_path=acme&start_date=2026-03-02&end_date=2026-03-08&resource_type=commits&segment_by=none&interval_em=weekly&aggregate_by=team&series=1',
    x: 'Week of March 2',
    start_date: '2026-03-02',
    end_date: '2026-03-08',
    y: 120,
  });
});

test('200: one team is by repo, one repo is one series, and suppressing gives one series always', async () => {
  const [team, repo, suppressed] = await Promise.all([
    service.report(`${HISTORY_RANGE}&team_slug=edge`),
    service.report(`${HISTORY_RANGE}&team_slug=edge&resource_path=acme/web/app`),
    service.report(`${HISTORY_RANGE}&segment_by=operation&suppress_aggregation=true`),
  ]);
  expect([team.body.aggregated_by, valuesOf(team.body)]).toEqual(['repo_path', { 'web/api': [50], 'web/app': [40] }]);
  expect([repo.body.aggregated_by, valuesOf(repo.body)]).toEqual(['none', { All: [40] }]);
  expect(repo.body.context).toEqual({ entity: 'acme', organization: 'web' });
  expect(valuesOf(suppressed.body)).toEqual({ All: [120, 90] });
});

test('200: intervals are daily up to 31 days, weekly up to 366, monthly beyond; labels carry the year across two', async () => {
  const labels = async (range: string) => {
    const { body } = await service.report(`${range}&aggregate_by=none`);
    return [body.interval_em, body.series_segments.All?.[0].x, body.series_segments.All?.length];
  };
  expect(await labels('start_date=2026-03-01&end_date=2026-03-31')).toEqual(['daily', 'March 2', 10]);
  expect(await labels('start_date=2026-03-01&end_date=2026-04-01')).toEqual(['weekly', 'Week of March 2', 2]);
  expect(await labels('start_date=2025-03-31&end_date=2026-03-31')).toEqual(['weekly', 'Week of March 2, 2026', 2]);
  expect(await labels('start_date=2025-03-30&end_date=2026-03-31')).toEqual(['monthly', 'March 2026', 1]);
});

test('200: an interval that is asked for is taken, and 400 where it would make too many', async () => {
  const { body } = await service.report(`${HISTORY_RANGE}&interval_em=monthly&suppress_aggregation=true`);
  expect([body.interval_em, valuesOf(body)]).toEqual(['monthly', { All: [210] }]);
  const refused = await service.report('start_date=2020-01-01&end_date=2026-03-31&interval_em=daily');
  expect([refused.status, refused.body.errors[0].detail]).toEqual([
    400,
    'interval_em=daily would make more than 1,100 intervals of this range.',
  ]);
});

test('200: every date is filled on demand, with 0 for sums and null for ratios', async () => {
  const query = 'start_date=2026-03-08&end_date=2026-03-10&fill_all_dates=true&aggregate_by=none';
  expect(valuesOf((await service.report(query)).body)).toEqual({ All: [0, 40, 0] });
  expect(valuesOf((await service.report(`${query}&segment_by=churn_line_percent`)).body)).toEqual({
    All: [null, 0, null],
  });
  const { body } = await service.report(
    'start_date=2026-01-01&end_date=2026-01-02&fill_all_dates=true&aggregate_by=none',
  );
  expect(valuesOf(body)).toEqual({ All: [0, 0] });
});

test('200: summary stats have totals of what adds up, and of the range before', async () => {
  const query = 'start_date=2026-03-09&end_date=2026-03-15&aggregate_by=none&generate_summary_stats=true';
  const { body } = await service.report(query);
  // 9 March 40, 10 March 0, 11 March 50; the week before 120
  expect(body.calculated_summary_stats.All).toEqual({
    total: 90,
    mean: 30,
    median: 40,
    minimum: 0,
    maximum: 50,
    first: 40,
    last: 50,
    change_percent: 25,
    range_value: null,
    previous_range_value: null,
    previous_range_total: 120,
    previous_range_change_percent: -25,
  });
  const { body: ratio } = await service.report(`${query}&segment_by=ai_commit_rate`);
  expect(ratio.calculated_summary_stats.All).toMatchObject({ total: null, previous_range_total: null, mean: 0 });
});

test('200: what does not add up has the value of the range as one interval, and of the range before', async () => {
  const statsOver = async (range: string, interval: string) => {
    const query = `${range}&segment_by=diff_delta_per_committer&interval_em=${interval}&suppress_aggregation=true`;
    return (await service.report(`${query}&generate_summary_stats=true`)).body.calculated_summary_stats.All;
  };
  const asOne = await statsOver('start_date=2026-03-02&end_date=2026-03-15', 'monthly');
  const weekly = await statsOver('start_date=2026-03-02&end_date=2026-03-15', 'weekly');
  // 210 by ann, bob and cat; by week 120 and 90, of fewer people each.
  expect([asOne.mean, weekly.range_value, weekly.previous_range_value]).toEqual([70, 70, null]);
  expect(weekly.mean).not.toBe(70);
  const second = await statsOver('start_date=2026-03-09&end_date=2026-03-15', 'daily');
  const first = await statsOver('start_date=2026-03-02&end_date=2026-03-08', 'daily');
  expect(second.previous_range_value).toBe(first.range_value);
});

test('404: members see their own, managers their teams’; naming anyone else is the same as naming no one', async () => {
  const total = async (as: object, query = '') =>
    valuesOf((await service.report(`${HISTORY_RANGE}&aggregate_by=committer${query}`, as)).body);
  expect(await total(service.as(11, 'member'))).toEqual({ ann: [80] });
  expect(await total(service.as(12, 'manager'))).toEqual({ bob: [40, 40], cat: [0, 50] });
  expect(await total(service.as(12, 'manager'), '&committer_user_name=cat')).toEqual({ cat: [50] });
  const [hidden, unknown] = await Promise.all([
    service.report(`${HISTORY_RANGE}&committer_user_name=ann`, service.as(12, 'manager')),
    service.report(`${HISTORY_RANGE}&committer_user_name=zoe`, service.as(12, 'manager')),
  ]);
  expect([hidden.status, hidden.body.response_detail]).toEqual([unknown.status, unknown.body.response_detail]);
});

test('200: a repeated report is answered from memory until a row is stored for the entity', async () => {
  const query = 'segment_by=commit_count&aggregate_by=none&start_date=2026-06-01&end_date=2026-06-30';
  const first = await service.report(query);
  await insertRows(clickHouse, commitScoresTable, [
    scoreRow({ sha: sha('98'), authored_at: at('2026-06-03T00:00:00Z'), delta: 1 }),
  ]);
  // The stamp has not grown, so the result comes from memory and lacks the row.
  expect((await service.report(query)).body).toEqual(first.body);
  await bumpStamp(service.context.postgres, 1);
  expect(valuesOf((await service.report(query)).body)).toEqual({ All: [1] });
});

test('503: a report that would read more rows than allowed is refused with a reason', async () => {
  const tight = { max_rows_to_read: '1' };
  const context: Context = {
    ...service.context,
    clickHouse: {
      ...clickHouse,
      query: (options) => clickHouse.query({ ...options, settings: { ...options.settings, ...tight } }),
    },
  };
  const readReport = createReportReader(context, service.started.resolveQueryScope);
  const report = readReport(TEST_PRINCIPAL, {
    resource_path: 'acme',
    segment_by: 'minutes_used',
    start_date: '2026-03-01',
    suppress_aggregation: true,
    generate_summary_stats: false,
    fill_all_dates: false,
    project_final_point: false,
  });
  await expect(report).rejects.toMatchObject({
    status: 503,
    message: 'The report is too large. Ask for a shorter range, fewer repos or fewer series.',
  });
});

test('400: what is wrong with a query is named, before anything is resolved', async () => {
  const faults = async (query: string) => {
    const { status, body } = await service.report(query);
    return [status, body.errors.map((error: { param: string; code_em: string }) => [error.param, error.code_em])];
  };
  expect(await faults('segment_by=nothing')).toEqual([400, [['segment_by', expect.any(String)]]]);
  expect(await faults('days_ago=7&start_date=2026-03-01')).toEqual([400, [['days_ago', 'contradiction']]]);
  expect(await faults('start_date=2026-03-02&end_date=2026-03-01')).toEqual([400, [['end_date', 'invalid']]]);
  expect(await faults('segment_by=operation&aggregate_by=team')).toEqual([400, [['aggregate_by', 'invalid']]]);
  expect(await faults('ai_provider_em=custom&segment_by=none')).toEqual([400, [['ai_provider_em', 'invalid']]]);
});

test('400: what contradicts each other is told together, and beside what is malformed', async () => {
  const params = async (query: string) => {
    const { status, body } = await service.report(query);
    return [status, body.errors.map((error: { param: string }) => error.param).toSorted()];
  };
  const range = 'days_ago=7&start_date=2026-03-02&end_date=2026-03-01';
  expect(await params(`${range}&segment_by=operation&aggregate_by=team&ai_provider_em=custom`)).toEqual([
    400,
    ['aggregate_by', 'ai_provider_em', 'days_ago', 'end_date'],
  ]);
  expect(await params(`${range}&segment_by=nothing&fill_all_dates=perhaps`)).toEqual([
    400,
    ['days_ago', 'end_date', 'fill_all_dates', 'segment_by'],
  ]);
});

test('400: a statistic that there is not is answered with where they are listed, and with near ones', async () => {
  const detail = async (query: string) => (await service.report(query)).body.response_detail;
  const listed = /^segment_by must be one of \d+ values: GET \/api\/v1\/segment_introspections lists them\./;
  expect(await detail('segment_by=speed')).toMatch(listed);
  expect(await detail('segment_by=pr_cycles')).toMatch(listed);
  expect(await detail('segment_by=pr_cycles')).toMatch(/ Did you mean pr_cycle\?$/);
  expect(await detail('segment_by=lines_changed')).toMatch(/ Did you mean .*\bline_operation_counts\b.*\?$/);
});

test('400: a statistic that cannot be split says how teams are compared, and that way works', async () => {
  const { body } = await service.report('segment_by=line_operation_counts&aggregate_by=team');
  expect(body.response_detail).toMatch(/^aggregate_by must be none for line_operation_counts, which cannot be split: /);
  expect(body.response_detail).toContain('with team_slug');
  const ofTeam = `${HISTORY_RANGE}&segment_by=line_operation_counts&team_slug=edge&suppress_aggregation=true`;
  const { status, body: answer } = await service.report(ofTeam);
  expect([status, Object.keys(answer.series_segments).length > 0]).toEqual([200, true]);
});

test('404: a scope, a team or a contributor that the caller cannot see', async () => {
  for (const [query, param] of [
    ['resource_path=globex', 'resource_path'],
    ['team_slug=nowhere', 'team_slug'],
    ['committer_identifier=nobody', 'committer_identifier'],
  ]) {
    const { status, body } = await service.report(query ?? '');
    expect([status, body.errors[0].param]).toEqual([404, param]);
  }
});

test('200: a report without points says why', async () => {
  const why = async (query: string) => {
    const { status, body } = await service.report(query);
    return [status, body.series_segments, body.response_detail];
  };
  expect(await why('start_date=2020-01-01&end_date=2020-01-31')).toEqual([200, {}, 'There is no data in this range.']);
  const { body } = await service.report(HISTORY_RANGE);
  expect(body.response_detail).toBeUndefined();
});

test('whom a query names is said to be ignored where the statistic is of nobody', async () => {
  const ignored = async (segment: string) =>
    (await service.report(`segment_by=${segment}&committer_user_name=ann`)).headers.get('x-ignored-parameters');
  expect([await ignored('release_count'), await ignored('bug_escape_rate'), await ignored('commit_count')]).toEqual([
    'committer_user_name',
    null,
    null,
  ]);
});
