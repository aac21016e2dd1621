import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { defectsTable, releasedCommitsTable } from '@linescope/facts/copy-tables';
import { commitScoresTable, lineChangesTable } from '@linescope/facts/git-tables';
import {
  aiUsageTable,
  issuesTable,
  pullRequestReviewsTable,
  pullRequestsTable,
} from '@linescope/facts/provider-tables';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compileSegment } from '../segments/compile.ts';
import { count } from '../segments/measure.ts';
import { aggregationsOf, allSegments } from '../segments/registry.ts';
import { type Aggregation, INTERVALS, type Segment } from '../segments/segment.ts';
import { aiUsage } from '../segments/views/ai-views.ts';
import { bindTemplate } from '../store/sql.ts';
import { analyticsClickHouse } from '../testing/analytics-clickhouse.ts';
import { insertRows } from '../testing/fact-rows.ts';
import { factsOf, randomOf } from '../testing/random-facts.ts';
import { statementParams } from '../testing/statement-params.ts';
import { bucketsOf } from './intervals.ts';
import { createReadings } from './readings.ts';
import { planOfView } from './view-plan.ts';
import { addUpView, createViewsInMemory } from './views-in-memory.ts';

const layout = await analyticsClickHouse();
const clickHouse = createClickHouse(layout.url, layout.database);
removeAfterFile(() => clickHouse.close());

const now = () => new Date('2026-04-01T00:00:00Z');
const failures: unknown[] = [];
const readings = createReadings({ log: { warn: (what: unknown) => void failures.push(what) }, now });
const viewsInMemory = createViewsInMemory({ clickHouse, now }, readings);

const usages: Segment = {
  segment: 'usages',
  title: '',
  description: '',
  unit: '',
  precision: 0,
  measures: { usages: count(aiUsage, 'is_use') },
  y: 'usages',
};
const HELD = [usages, ...allSegments()].filter((segment) => planOfView(segment) !== null);
const SPLITS: Aggregation[] = ['none', 'committer', 'repo', 'team'];
const asked = HELD.flatMap((segment) =>
  SPLITS.filter((split) => aggregationsOf(segment).includes(split)).map((aggregation) => ({ segment, aggregation })),
);

const ENTITY = { every_asked: true, every_repo: true };
const PARTS = [
  ENTITY,
  { asked_repo_ids: [100, 101], repo_ids: [100, 101] },
  { asked_repo_ids: [102], repo_ids: [102] },
  // Of a team that is limited to repos.
  { every_asked: true, every_repo: false, repo_ids: [101, 102] },
];
const PEOPLE = [
  { people: [1, 2, 3, 4, 5, 6], unassigned_counts: true, every_team: true, own_team_ids: [] },
  { people: [1, 2, 3, 4], unassigned_counts: false, every_team: false, own_team_ids: [7] },
];

/** Sums of Diff Delta are of six decimals, whatever the order they are added up in. */
const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : null);
const byName = (cells: { bucket: string; series: string; values: unknown[] }[]) =>
  new Map(cells.map((cell) => [`${cell.bucket} ${cell.series}`, cell.values.map(rounded)] as const).toSorted());
const row = z.looseObject({ bucket: z.string(), series: z.string() });

async function compare(turn: number, stamp: number): Promise<number> {
  const range = { from: '2026-02-18', until: '2026-03-12' };
  let cellsSeen = 0;
  for (const [index, { segment, aggregation }] of asked.entries()) {
    const place = index + turn;
    const interval = INTERVALS[place % INTERVALS.length] ?? 'daily';
    const buckets = bucketsOf(range, interval, now(), []);
    const part = PARTS[place % PARTS.length] ?? ENTITY;
    const shape = {
      interval,
      aggregation,
      ofTeam: place % 5 === 0,
      suppressed: segment.breakdown !== undefined && turn % 2 === 1,
      fromDays: false,
      wholeEntity: part.every_asked ?? false,
      oneTeamEach: place % 2 === 0,
    };
    const params = {
      ...statementParams,
      ...part,
      ...PEOPLE[place % PEOPLE.length],
      seated: [1, 2],
      ai_providers: [],
      team_id: 7,
      shown_teams: [7, 8],
      team_members: [1, 3],
      team_of_members: [7, 8],
      membership_teams: [7, 7, 8, 8],
      membership_members: [1, 3, 3, 4],
      membership_since: [0, 0, 20_500, 0],
      membership_until: [200_000, 20_515, 200_000, 200_000],
      membership_repos: [[], [], [], [100]],
      from_ms: Date.parse(range.from),
      until_ms: Date.parse(range.until),
      buckets: buckets.map(({ start }) => start),
    };
    const plan = planOfView(segment);
    if (!plan) throw new Error(`${segment.segment} has no plan`);
    const copies = { committers: [1, 2, 3, 4, 5, 6].map((id) => ({ committer_id: id })) };
    const query = { ...shape, segment, params, buckets, queryScope: { stamp: { stamp }, copies } };
    const first = viewsInMemory.find(plan, query);
    await viewsInMemory.settled();
    const rows = first ?? viewsInMemory.find(plan, query);
    // AI usage that is shared out among repos is no matter of the row alone.
    if (!rows && segment === usages) continue;
    const added = rows && addUpView(rows, plan, query);
    const stated = await clickHouse.query({
      name: 'test',
      ...bindTemplate(compileSegment(segment, shape), params),
      row,
    });
    const cells = stated.map(({ bucket, series, ...values }) => ({ bucket, series, values: Object.values(values) }));
    expect(byName(added ?? []), `${segment.segment} by ${aggregation}, turn ${turn}`).toEqual(byName(cells));
    cellsSeen += cells.length;
  }
  return cellsSeen;
}

test('figures from rows in memory are those of their statements after a thousand random corrections', async () => {
  const facts = factsOf(randomOf(11));
  let cells = 0;
  for (let turn = 0; turn < 3; turn++) {
    for (let step = 0; step < 3; step++) {
      const made = facts.correct(100);
      await insertRows(clickHouse, commitScoresTable, made.scores);
      await insertRows(clickHouse, pullRequestsTable, made.pulls);
      await insertRows(clickHouse, pullRequestReviewsTable, made.reviews);
      await insertRows(clickHouse, releasedCommitsTable, made.released);
      await insertRows(clickHouse, issuesTable, made.issues);
      await insertRows(clickHouse, defectsTable, made.defects);
      await insertRows(clickHouse, lineChangesTable, made.lines);
      await insertRows(clickHouse, aiUsageTable, made.usages);
    }
    cells += await compare(turn, turn);
  }
  expect(failures).toEqual([]);
  expect(cells).toBeGreaterThan(500);
}, 240_000);

test('rows of pull requests, of their phases, of work on bugs, of released commits and of fixed lines are held', () => {
  const held = HELD.map(({ segment }) => segment);
  expect(held).toEqual(
    expect.arrayContaining([
      'pr_cycle',
      'pr_resolved_days',
      'prs_opened',
      'pr_abandoned_count',
      'pull_request_phase',
      'bug_work_percent',
      'dora_change_lead_time',
      'ai_defect_line_triaged_count',
    ]),
  );
});
