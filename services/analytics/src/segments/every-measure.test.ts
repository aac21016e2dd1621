import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { DAY_MS } from '@linescope/contract/days';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bindTemplate } from '../store/sql.ts';
import { analyticsClickHouse } from '../testing/analytics-clickhouse.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory } from '../testing/golden-history.ts';
import { insertGoldenLives } from '../testing/golden-lives.ts';
import { statementParams } from '../testing/statement-params.ts';
import { compileSegment } from './compile.ts';
import { compileRecords } from './compile-records.ts';
import { formula } from './formula.ts';
import type { Measure } from './measure.ts';
import { aggregationsOf, allSegments } from './registry.ts';
import { formulaSeries, INTERVALS, type Interval, measuresBehind, recordLists, type Segment } from './segment.ts';
import type { SegmentView } from './segment-view.ts';
import type { Shape } from './series.ts';

const layout = await analyticsClickHouse();
const clickHouse = createClickHouse(layout.url, layout.database);
removeAfterFile(() => clickHouse.close());
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);
await insertGoldenLives(clickHouse);

/** Of each view undivided and a third of its splits, others for each view; LINESCOPE_EVERY_SEGMENT=1 takes all. */
const every = process.env['LINESCOPE_EVERY_SEGMENT'] === '1';

/** All measures of the view that any segment uses, as one segment: many checks, few statements. */
function asOneSegment(view: SegmentView): Segment {
  const all = new Map<string, Measure>();
  for (const segment of allSegments()) {
    if (segment.breakdown) continue;
    for (const measure of Object.values(segment.measures))
      if (measure.view === view) all.set(measure.aggregate.text, measure);
  }
  const measures = Object.fromEntries(
    [...all.values()].map((measure, index) => [`part_${'abcdefghijklmnopqrst'[index]}`, measure]),
  );
  const [first = '', ...rest] = Object.keys(measures);
  const y = rest.reduce((sum, name) => formula`${sum} + ${name}`, formula`${first}`);
  return { segment: view.name, title: '', description: '', unit: '', precision: 0, measures, y };
}

const views = [...new Set(allSegments().flatMap(({ measures }) => Object.values(measures).map(({ view }) => view)))];

const cellRow = z.looseObject({ bucket: z.string(), series: z.string() });
const recordRow = z.object({ point_values: z.array(z.number().nullable()) });

/** The days of one point, as in its link. */
function paramsOf(bucket: string, interval: Interval) {
  const start = Date.parse(bucket);
  const days = interval === 'daily' ? 1 : interval === 'weekly' ? 7 : 31;
  const next =
    interval === 'monthly'
      ? Date.parse(`${new Date(start + 31 * DAY_MS).toISOString().slice(0, 7)}-01`)
      : start + days * DAY_MS;
  const from = Math.max(start, statementParams.from_ms);
  const until = Math.min(next, statementParams.until_ms);
  const ofInterval = statementParams.bucket_ends_ms.filter((end) => end > from && end <= until);
  const counted = statementParams.buckets
    .map(Date.parse)
    .flatMap((day) => Array.from({ length: 7 }, (_, n) => day + n * DAY_MS));
  const passed = counted.filter((day) => day >= from && day < until);
  return {
    from_ms: from,
    until_ms: until,
    bucket_ends_ms: ofInterval,
    buckets: passed.map((day) => new Date(day).toISOString().slice(0, 10)),
    bucket_days: passed.map(() => 1),
  };
}

const together = ({ kind }: Measure, parts: (number | null)[]): number | null => {
  const known = parts.filter((part) => part !== null).toSorted((one, other) => one - other);
  const total = known.reduce((sum, part) => sum + part, 0);
  if (kind === 'sum' || kind === 'count') return total;
  if (known.length === 0) return null;
  if (kind === 'mean') return total / known.length;
  const middle = (known.length - 1) / 2;
  return ((known[Math.floor(middle)] ?? 0) + (known[Math.ceil(middle)] ?? 0)) / 2;
};

type Cell = z.infer<typeof cellRow>;

/** All points of the segment, with each of its measures. */
async function pointsOf(segment: Segment, shape: Shape): Promise<Cell[]> {
  const names = Object.keys(segment.measures);
  const compiled = compileSegment({ ...segment, y: Object.fromEntries(names.map((name) => [name, name])) }, shape);
  const statement = bindTemplate(compiled, statementParams);
  const rows = await clickHouse.query({ name: 'every_measure', ...statement, row: cellRow });
  expect(new Set(rows.map(({ bucket, series }) => `${bucket} ${series}`)).size).toBe(rows.length);
  return rows;
}

/** At the largest point, each measure must equal what its records contribute. */
async function followFullest(segment: Segment, shape: Shape, rows: Cell[]): Promise<void> {
  const names = Object.keys(segment.measures);
  const measured = (row: Cell, index: number) => z.number().nullable().parse(row[`y_${index}`]);
  const weight = (row: Cell) => names.reduce((sum, _, index) => sum + (measured(row, index) ?? 0), 0);
  const fullest = rows.toSorted((one, other) => weight(other) - weight(one))[0];
  const [list] = recordLists(segment);
  const statement = list && fullest && compileRecords(segment, shape, list, fullest.series);
  if (!statement) return;
  const params = { ...statementParams, ...paramsOf(fullest.bucket, shape.interval), series: fullest.series };
  const records = await clickHouse.query({
    name: 'records',
    ...bindTemplate(statement.sql, params),
    row: recordRow,
  });
  for (const [index, part] of statement.parts.entries()) {
    const measure = segment.measures[part];
    const point = measured(fullest, names.indexOf(part));
    const sum =
      measure &&
      together(
        measure,
        records.map(({ point_values: values }) => values[index] ?? null),
      );
    expect([part, measure?.aggregate.text, sum ?? null]).toEqual([
      part,
      measure?.aggregate.text,
      point === null ? null : expect.closeTo(point, 6),
    ]);
  }
  if (weight(fullest) > 0) expect(records.length).toBeGreaterThan(0);
}

const ofColumns = allSegments().filter(({ breakdown }) => breakdown);

test.each(
  views
    .filter((view) =>
      allSegments().some(
        ({ breakdown, measures }) => !breakdown && Object.values(measures).some((measure) => measure.view === view),
      ),
    )
    .map((view) => [view.name, view] as const),
)(
  'every measure of %s can be split by the dimensions it allows, for every interval and for a team, and equals what its records contribute',
  async (_name, view) => {
    const segment = asOneSegment(view);
    // By repo and by its path are one statement: only the names differ.
    const aggregations = aggregationsOf(segment).filter((aggregation) => aggregation !== 'repo_path');
    // Records are followed undivided and by one dimension more, another for each view.
    const followed = [0, 1 + (views.indexOf(view) % Math.max(aggregations.length - 1, 1))];
    for (const [index, aggregation] of aggregations.entries()) {
      if (!every && !followed.includes(index) && (index + views.indexOf(view)) % 3 !== 0) continue;
      const interval = INTERVALS[index % 3] ?? 'daily';
      const shape = { interval, aggregation, ofTeam: index % 2 === 1, suppressed: false };
      const rows = await pointsOf(segment, shape);
      if (index === 0) expect(rows.length).toBeGreaterThan(0);
      if (followed.includes(index)) await followFullest(segment, shape, rows);
    }
  },
  120_000,
);

test.each(ofColumns.map((segment) => [segment.segment, segment] as const))(
  'a series of %s equals what its records contribute',
  async (_name, segment) => {
    const shape = { interval: 'weekly', aggregation: 'none', ofTeam: false, suppressed: false } as const;
    const rows = await pointsOf(segment, shape);
    expect(rows.length).toBeGreaterThan(0);
    await followFullest(segment, shape, rows);
  },
);

test('every measure of a formula is listed by an audit', () => {
  for (const segment of allSegments()) {
    for (const series of formulaSeries(segment) ?? [undefined]) {
      const shape = {
        interval: 'weekly',
        aggregation: aggregationsOf(segment)[0] ?? 'none',
        ofTeam: false,
        suppressed: false,
      } as const;
      const statements = recordLists(segment, series).map((list) => compileRecords(segment, shape, list, series));
      const measures = measuresBehind(segment, series);
      const parts = measures
        .filter(([, { kind, ofInterval }]) => kind !== 'distinct' && !ofInterval)
        .map(([name]) => name);
      expect([segment.segment, statements.flatMap((one) => one?.parts ?? ['none'])]).toEqual([segment.segment, parts]);
      expect(statements.length).toBeGreaterThan(0);
    }
  }
});
