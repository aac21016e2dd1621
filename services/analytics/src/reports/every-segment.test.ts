/**
 * Every segment over HTTP. Planning a statement of some thousand characters takes time, so by default each segment is queried with
 * one dimension and interval, in turn (every-measure.test.ts covers the dimensions of all measures); LINESCOPE_EVERY_SEGMENT=1
 * queries all.
 */
import { expect, test } from 'vitest';
import { aggregationsOf, allSegments } from '../segments/registry.ts';
import { INTERVALS, type Interval, isAdditive } from '../segments/segment.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { SEGMENT_COUNT } from '../testing/segment-count.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const NO_CONTRIBUTOR = 99;
const data = neighbourhood();
data.access.set(NO_CONTRIBUTOR, { committerIds: [], managedTeamIds: [], ownCommitterId: 0 });
const service = await startAnalytics(data);
await insertGoldenHistory(service.context.clickHouse);
await insertGoldenDelivery(service.context.clickHouse);

/** All of them around the golden histories' March 2026; the length decides the interval. */
const RANGES: Record<Interval, string> = {
  daily: 'start_date=2026-03-01&end_date=2026-03-31',
  weekly: 'start_date=2026-02-01&end_date=2026-04-30',
  monthly: 'start_date=2025-03-01&end_date=2026-04-30',
};
const every = process.env['LINESCOPE_EVERY_SEGMENT'] === '1';

const queries = allSegments().map((segment, turn) => {
  const all = aggregationsOf(segment).flatMap((aggregation) =>
    (segment.interval ? [segment.interval] : INTERVALS).map((interval) => ({ aggregation, interval })),
  );
  return { segment: segment.segment, shapes: every ? all : all.slice(turn % all.length).slice(0, 1) };
});

test('every segment is queried', () => {
  expect(queries).toHaveLength(SEGMENT_COUNT);
  if (every) process.stderr.write(`${queries.flatMap(({ shapes }) => shapes).length} queries\n`);
});

test.each(queries)(
  '200: $segment can be split by every dimension it allows',
  async ({ segment, shapes }) => {
    const results = await Promise.all(
      shapes.map(async ({ aggregation, interval }) => {
        const { status, body } = await service.report(
          `segment_by=${segment}&aggregate_by=${aggregation}&${RANGES[interval]}`,
        );
        return { status, aggregation: body.aggregated_by, interval: body.interval_em };
      }),
    );
    expect(results).toEqual(
      shapes.map(({ aggregation, interval }) => ({
        status: 200,
        aggregation,
        interval,
      })),
    );
  },
  120_000,
);

/** A query without people plans another statement: what compares with an empty list is a constant. */
test.each(allSegments())('200: $segment for a member who is no contributor', async (segment) => {
  const split = aggregationsOf(segment).includes('team') ? '&aggregate_by=team' : '';
  const { status, body } = await service.report(
    `segment_by=${segment.segment}&generate_summary_stats=true${split}&${RANGES[segment.interval ?? 'weekly']}`,
    service.as(NO_CONTRIBUTOR, 'member'),
  );
  expect([status, body.errors]).toEqual([200, undefined]);
});

const notAdditive = allSegments().filter((segment) => !isAdditive(segment) && !segment.interval);
test.each(notAdditive.filter((_, turn) => every || turn % 8 === 0))(
  '200: $segment of a week that is the whole range is the value of the range',
  async ({ segment }) => {
    const week = 'start_date=2026-03-09&end_date=2026-03-15&interval_em=weekly';
    const { body } = await service.report(`segment_by=${segment}&${week}&generate_summary_stats=true`);
    const points = Object.entries<{ y: number | null }[]>(body.series_segments);
    const stats = Object.entries<{ range_value: number | null }>(body.calculated_summary_stats);
    expect(stats.map(([name, { range_value: value }]) => [name, value])).toEqual(
      points.map(([name, [point]]) => [name, point?.y]),
    );
  },
);
