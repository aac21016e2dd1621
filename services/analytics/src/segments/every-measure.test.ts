import { fileURLToPath } from 'node:url';
import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listApplied } from '../reports/known-applied-commits.ts';
import { readAppliedCommits } from '../store/applied-commits.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory } from '../testing/golden-history.ts';
import { statementParams } from '../testing/statement-params.ts';
import { compileSegment, type Shape } from './compile.ts';
import { compileRecords } from './compile-records.ts';
import type { Fact } from './fact.ts';
import { aggregationsOf, allSegments, findSegment } from './registry.ts';
import { INTERVALS, type Interval, type Measure, measuresBehind, recordLists, type Segment } from './segment.ts';

const layout = await testClickHouse();
await migrateClickHouse(layout, fileURLToPath(new URL('../../migrations/clickhouse/', import.meta.url)));
const clickHouse = createClickHouse(layout.url, layout.database);
removeAfterFile(() => clickHouse.close());
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);

/** All measures that any segment takes of the fact, as one segment: many checks, few statements. */
function asOneSegment(fact: Fact): Segment {
  const all = new Map<string, Measure>();
  for (const segment of allSegments()) {
    if (segment.breakdown) continue;
    for (const measure of Object.values(segment.measures))
      if (measure.fact === fact) all.set(measure.aggregate, measure);
  }
  const measures = Object.fromEntries(
    [...all.values()].map((measure, index) => [`part_${'abcdefghijklmnopqrst'[index]}`, measure]),
  );
  const [first = ''] = Object.keys(measures);
  const y = Object.keys(measures).join(' + ');
  return { segment: fact.name, title: '', description: '', unit: '', precision: 0, measures, y: first && y };
}

const facts = [...new Set(allSegments().flatMap(({ measures }) => Object.values(measures).map(({ fact }) => fact)))];

const cellRow = z.looseObject({ bucket: z.string(), series: z.string() });
const recordRow = z.object({ point_values: z.array(z.number().nullable()) });
const DAY_MS = 86_400_000;

const used = (sql: string, params: object) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));

/** The days of one point, as its link asks for them. */
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
  const sql = compileSegment({ ...segment, y: Object.fromEntries(names.map((name) => [name, name])) }, shape);
  const rows = await clickHouse.query({ name: 'every_measure', sql, params: used(sql, statementParams), row: cellRow });
  expect(new Set(rows.map(({ bucket, series }) => `${bucket} ${series}`)).size).toBe(rows.length);
  return rows;
}

/** Of the point that holds most, each measure must be what its records give. */
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
    sql: statement.sql,
    params: used(statement.sql, params),
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
    expect([part, measure?.aggregate, sum ?? null]).toEqual([
      part,
      measure?.aggregate,
      point === null ? null : expect.closeTo(point, 6),
    ]);
  }
  if (weight(fullest) > 0) expect(records.length).toBeGreaterThan(0);
}

const ofColumns = allSegments().filter(({ breakdown }) => breakdown);

test.each(
  facts
    .filter((fact) =>
      allSegments().some(
        ({ breakdown, measures }) => !breakdown && Object.values(measures).some((measure) => measure.fact === fact),
      ),
    )
    .map((fact) => [fact.name, fact] as const),
)(
  'every measure of %s can be split in every way it allows, for every interval, and for one team, and is what its records give',
  async (_name, fact) => {
    const segment = asOneSegment(fact);
    // By repo and by its path are one statement: only the names differ.
    const aggregations = aggregationsOf(segment).filter((aggregation) => aggregation !== 'repo_path');
    // The records are asked for undivided and in one way more, another for each fact.
    const followed = [0, 1 + (facts.indexOf(fact) % Math.max(aggregations.length - 1, 1))];
    for (const [index, aggregation] of aggregations.entries()) {
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
  'a series of %s is what its records give',
  async (_name, segment) => {
    const shape = { interval: 'weekly', aggregation: 'none', ofTeam: false, suppressed: false } as const;
    const rows = await pointsOf(segment, shape);
    expect(rows.length).toBeGreaterThan(0);
    await followFullest(segment, shape, rows);
  },
);

test('whatever a formula is made of is listed, and every point links to its list', () => {
  for (const segment of allSegments()) {
    for (const series of typeof segment.y === 'string' ? [undefined] : Object.keys(segment.y)) {
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

test('a commit that was applied before is left out whether it is searched for or listed', async () => {
  const known = await readAppliedCommits(clickHouse, 1);
  expect(known?.length).toBeGreaterThan(0);
  const listed = listApplied(known, { from: '2026-02-16', until: '2026-03-30' });
  const segment = findSegment('commit_count');
  const shape = { interval: 'daily', aggregation: 'repo', ofTeam: false, suppressed: false } as const;
  const count = (again: object | null) => {
    const sql = compileSegment(segment, { ...shape, appliedAreListed: again !== null });
    const params = Object.entries({ ...statementParams, every_repo: true, ...again });
    const used = Object.fromEntries(params.filter(([name]) => sql.includes(`{${name}:`)));
    return clickHouse.query({ name: 'applied', sql, params: used, row: z.looseObject({}) });
  };
  expect(await count(listed)).toEqual(await count(null));
  expect(await count({ again_repos: [], again_shas: [] })).not.toEqual(await count(null));
});
