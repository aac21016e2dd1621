import { fileURLToPath } from 'node:url';
import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory } from '../testing/golden-history.ts';
import { compileSegment } from './compile.ts';
import type { Fact } from './fact.ts';
import { aggregationsOf, allSegments } from './registry.ts';
import { INTERVALS, type Measure, type Segment } from './segment.ts';

const layout = await testClickHouse();
await migrateClickHouse(layout, fileURLToPath(new URL('../../migrations/clickhouse/', import.meta.url)));
const clickHouse = createClickHouse(layout.url, layout.database);
removeAfterFile(() => clickHouse.close());
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);

const params = {
  entity_id: 1,
  every_repo: false,
  repo_ids: [100, 101],
  organization_ids: [10],
  from_ms: Date.UTC(2026, 1, 16),
  until_ms: Date.UTC(2026, 2, 30),
  people: [1, 2, 3, 4],
  merged: [2],
  merged_into: [1],
  seated: [1, 3],
  every_team: false,
  own_team_ids: [1],
  team_id: 2,
  membership_teams: [1, 2, 3, 2],
  membership_members: [1, 3, 4, 4],
  membership_since: [0, 0, 0, 0],
  membership_until: [100_000, 100_000, 100_000, 100_000],
  membership_repos: [[], [], [100], []],
  unassigned_counts: true,
  ai_providers: ['vendorA_assistant'],
  buckets: ['2026-03-02', '2026-03-09'],
  bucket_ends_ms: [Date.UTC(2026, 2, 9), Date.UTC(2026, 2, 16)],
  time_zone: 'Europe/Vienna',
  day_start_s: 9 * 3600,
  day_length_s: 8 * 3600,
  holidays: ['2026-03-06'],
  off_keys: ['1 2026-03-02'],
  off_days: [1],
};

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
      const used = Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));
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
