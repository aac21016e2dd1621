import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { DAY_MS } from '@linescope/contract/days';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bindTemplate } from '../store/sql.ts';
import { analyticsClickHouse } from '../testing/analytics-clickhouse.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory } from '../testing/golden-history.ts';
import { statementParams } from '../testing/statement-params.ts';
import { compileSegment } from './compile.ts';
import { aggregationsOf, allSegments } from './registry.ts';
import { isAdditive, type Segment } from './segment.ts';

const layout = await analyticsClickHouse();
const clickHouse = createClickHouse(layout.url, layout.database);
removeAfterFile(() => clickHouse.close());
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);

/** Additive measures of one view and one kind of series, as one segment: all of them in few statements. */
const groups = Map.groupBy(allSegments().filter(isAdditive), (segment) =>
  JSON.stringify([
    Object.values(segment.measures).map(({ view }) => view.name),
    segment.breakdown && ('map' in segment.breakdown ? segment.breakdown.map : segment.breakdown.column).text,
    aggregationsOf(segment)[0],
  ]),
);
const together = ([first, ...rest]: Segment[]): Segment => {
  if (!first) throw new Error('a group has members');
  const measures = Object.fromEntries(
    [first, ...rest].flatMap(({ measures: own }, index) =>
      Object.entries(own).map(([name, measure]) => [`${name}_${'abcdefghijklmnop'[index]}`, measure]),
    ),
  );
  return { ...first, measures, y: Object.fromEntries(Object.keys(measures).map((name) => [name, name])) };
};

const FIRST = Date.UTC(2026, 1, 16);
const DAYS = 42;

async function totals(segment: Segment, fromDay: number, untilDay: number): Promise<Map<string, number>> {
  const [aggregation = 'none'] = segment.only ?? ['none' as const];
  const compiled = compileSegment(segment, { interval: 'weekly', aggregation, ofTeam: false, suppressed: false });
  const params = {
    ...statementParams,
    every_repo: true,
    ai_providers: [],
    every_team: true,
    from_ms: FIRST + fromDay * DAY_MS,
    until_ms: FIRST + untilDay * DAY_MS,
  };
  const row = z.looseObject({ bucket: z.string(), series: z.string() });
  const sums = new Map<string, number>();
  for (const { bucket: _bucket, series, ...values } of await clickHouse.query({
    name: 'ranges',
    ...bindTemplate(compiled, params),
    row,
  })) {
    for (const [name, value] of Object.entries(values)) {
      const key = `${series} ${name}`;
      sums.set(key, (sums.get(key) ?? 0) + z.number().parse(value ?? 0));
    }
  }
  return sums;
}

test.each(
  [...groups.values()].map((segments) => [segments.map(({ segment }) => segment).join(', '), segments] as const),
)('two adjacent ranges add up to the joined range: %s', async (_names, segments) => {
  const segment = together(segments);
  const both = await totals(segment, 0, DAYS);
  expect([...both.values()].length).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 10, max: 30 }), async (day) => {
      const [before, after] = [await totals(segment, 0, day), await totals(segment, day, DAYS)];
      for (const [key, total] of both) {
        expect((before.get(key) ?? 0) + (after.get(key) ?? 0), key).toBeCloseTo(total, 6);
      }
    }),
    { numRuns: 1 },
  );
});
