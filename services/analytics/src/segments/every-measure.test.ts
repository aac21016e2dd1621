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
import { compileSegment } from './compile.ts';
import type { Fact } from './fact.ts';
import { aggregationsOf, allSegments, findSegment } from './registry.ts';
import { INTERVALS, type Measure, type Segment } from './segment.ts';

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

test.each(
  facts
    .filter((fact) => fact.name !== 'phase_commits' && fact.name !== 'sprint_commits')
    .map((fact) => [fact.name, fact] as const),
)(
  'every measure of %s can be split in every way it allows, for every interval, and for one team',
  async (_name, fact) => {
    const segment = asOneSegment(fact);
    for (const [index, aggregation] of aggregationsOf(segment).entries()) {
      const shape = {
        interval: INTERVALS[index % 3] ?? 'daily',
        aggregation,
        ofTeam: index % 2 === 1,
        suppressed: false,
      };
      const sql = compileSegment(segment, shape);
      const used = Object.fromEntries(Object.entries(statementParams).filter(([name]) => sql.includes(`{${name}:`)));
      const rows = await clickHouse.query({
        name: 'every_measure',
        sql,
        params: used,
        row: z.object({ bucket: z.string(), series: z.string() }),
      });
      expect(new Set(rows.map(({ bucket, series }) => `${bucket} ${series}`)).size).toBe(rows.length);
    }
  },
  120_000,
);

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
