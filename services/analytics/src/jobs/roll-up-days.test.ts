import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { dayNumber } from '@linescope/contract/days';
import { committersTable, reposTable } from '@linescope/facts/copy-tables';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { aiUsageTable } from '@linescope/facts/provider-tables';
import type { FactRow } from '@linescope/facts/table';
import * as engine from '@linescope/git-engine/facts';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { rollUpEntity } from '../actions/roll-up-entity.ts';
import { DAILY_COLUMN_NAMES, OPERATIONS } from '../domain/daily-columns.ts';
import { addUpDays } from '../reports/add-up-days.ts';
import { createCohortsInMemory } from '../reports/cohorts-in-memory.ts';
import { planOfDays } from '../reports/day-plan.ts';
import { createDaysInMemory } from '../reports/days-in-memory.ts';
import { bucketsOf } from '../reports/intervals.ts';
import { createReadings } from '../reports/readings.ts';
import { compileSegment } from '../segments/compile.ts';
import { distinct, sum } from '../segments/measure.ts';
import { aggregationsOf, allSegments } from '../segments/registry.ts';
import { INTERVALS, type Segment } from '../segments/segment.ts';
import { commits } from '../segments/views/commit-views.ts';
import { storeCopiesOfRepo } from '../store/commit-copies.ts';
import { bumpStamp, readStamp } from '../store/fact-stamps.ts';
import { markRemoved } from '../store/presence.ts';
import { dropEntityPartitions } from '../store/remove-entity.ts';
import { resetRollup } from '../store/rollups.ts';
import { bindTemplate } from '../store/sql.ts';
import { committerRow, insertRows, scoreRow, sha, usageRow } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { statementParams } from '../testing/statement-params.ts';

const service = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { context } = service;
const { clickHouse, postgres, log } = context;

const ENTITY = 1;
const HOMES = new Map([
  [100, 10],
  [101, 10],
  [102, 11],
  [103, 11],
]);
const REPOS = [...HOMES.keys()];
const FIRST_DAY = Date.UTC(2026, 1, 16) / 1000;
const DAYS = 12;

/** The same numbers for a seed, whoever asks. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = randomOf(7);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

type Row = FactRow<typeof commitScoresTable>;
const known = new Map<string, Row>();
const merged = new Map<number, number>();
let version = 1;

const someLines = () => ({ add: random(9), del: random(4), copy: random(3), noop: random(2) });
function scoresOf(): Partial<Row> {
  const lines = someLines();
  const delta = random(10_000_000) / 1e6;
  return {
    delta,
    lines: 20,
    lines_added: lines.add,
    lines_by_operation: lines,
    delta_by_operation: { add: random(1_000_000) / 1e6, del: Math.round(delta * 5e5) / 1e6 },
    delta_by_category: { test: delta },
    lines_by_provenance: { new_code: lines.add, over_1_year: lines.del },
    ai_lines: random(2) * 5,
    ai_delta: delta,
    churn_lines: random(5),
  };
}

function newCommit(): Row {
  const name = known.size.toString(16).padStart(8, '0');
  const authored = FIRST_DAY + random(DAYS * 86_400);
  return scoreRow({
    ...scoresOf(),
    sha: sha(`${name}c`),
    repo_id: pick(REPOS),
    authored_at: authored,
    committed_at: authored + random(4) * 3600,
    patch_id: `patch ${name}`,
    committer_id: 1 + random(6),
    version,
  });
}

/** Of a commit that is known, in whatever repo, perhaps by another identity of the same person. */
function copyOf(row: Row): Row {
  const name = known.size.toString(16).padStart(8, '0');
  return {
    ...row,
    sha: sha(`${name}d`),
    repo_id: pick(REPOS),
    committed_at: row.committed_at + random(3) * 60,
    version,
  };
}

const keyOf = (row: Row) => `${row.repo_id} ${row.sha} ${row.score_version}`;
const CORRECTIONS: (() => Row)[] = [
  newCommit,
  newCommit,
  () => (known.size > 0 ? copyOf(pick([...known.values()])) : newCommit()),
  // Imported again: another score, moved to the default branch or away, or found to be a merge.
  () => (known.size > 0 ? { ...pick([...known.values()]), ...scoresOf(), version } : newCommit()),
  () => (known.size > 0 ? { ...pick([...known.values()]), on_default_branch: random(2) === 0, version } : newCommit()),
  // Scored by other weights.
  () => (known.size > 0 ? { ...pick([...known.values()]), ...scoresOf(), score_version: 1, version } : newCommit()),
];

async function correct(count: number): Promise<void> {
  version += 1;
  const rows = Array.from({ length: count }, () => {
    const row = pick(CORRECTIONS)();
    known.set(keyOf(row), row);
    return row;
  });
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  await insertRows(clickHouse, commitScoresTable, [...last.values()]);
}

async function useAi(): Promise<void> {
  version += 1;
  const rows = REPOS.map((repo_id, index) => {
    const date = new Date((FIRST_DAY + random(DAYS) * 86_400) * 1000).toISOString().slice(0, 10);
    return usageRow({
      entity_id: ENTITY,
      date,
      repo_id,
      committer_id: 1 + index,
      tab_accept_count: random(14),
      version,
    });
  });
  await insertRows(clickHouse, aiUsageTable, rows);
}

async function removeSome(): Promise<void> {
  version += 1;
  const repoId = pick(REPOS);
  const shas = [...known.values()].filter((row) => row.repo_id === repoId && random(10) === 0).map((row) => row.sha);
  await markRemoved(clickHouse, ENTITY, repoId, { shas, olderRuns: random(8) === 0, version });
  await storeCopiesOfRepo(clickHouse, ENTITY, repoId);
}

async function joinIdentity(): Promise<void> {
  const id = 1 + random(6);
  const into = random(2) === 0 ? id : 1 + random(6);
  if (merged.has(into) && merged.get(into) !== into) return;
  merged.set(id, into);
  version += 1;
  await insertRows(clickHouse, committersTable, [committerRow({ committer_id: id, primary_id: into, version })]);
}

const everything: Segment = {
  segment: 'all',
  title: '',
  description: '',
  unit: '',
  precision: 0,
  measures: {
    ...Object.fromEntries(DAILY_COLUMN_NAMES.map((name) => [name, sum(commits, name)])),
    committers: distinct(commits, 'committer'),
  },
  y: Object.fromEntries([...DAILY_COLUMN_NAMES, 'committers'].map((name) => [name, name])),
};

const row = z.looseObject({ bucket: z.string(), series: z.string() });

async function read(fromDays: boolean, params: object, aggregation: 'none' | 'repo'): Promise<unknown[]> {
  const shape = { interval: 'daily', aggregation, ofTeam: false, suppressed: false, fromDays } as const;
  const joined = [...merged].filter(([id, into]) => id !== into);
  const statement = bindTemplate(compileSegment(everything, shape), {
    ...statementParams,
    people: [1, 2, 3, 4, 5, 6],
    merged: joined.map(([id]) => id),
    merged_into: joined.map(([, into]) => into),
    ...params,
  });
  const rows = await clickHouse.query({ name: 'test', ...statement, row });
  return rows
    .map(({ bucket, series, ...values }) => ({
      of: `${bucket} ${series}`,
      // Sums of numbers with six decimals, whatever the order they are added up in.
      values: Object.values(values).map((value) => Math.round(Number(value) * 1e6)),
    }))
    .sort((one, other) => (one.of < other.of ? -1 : 1));
}

const PARTS = [
  { every_asked: true, every_repo: true, counts_from: 3 },
  { asked_repo_ids: [100, 101], repo_ids: [100, 101], counts_from: 2 },
  { asked_repo_ids: [103], repo_ids: [103], counts_from: 1 },
  { every_asked: true, every_repo: true, counts_from: 3, score_version: 1 },
];

async function expectSame(): Promise<void> {
  for (const part of PARTS) expect(await read(true, part, 'repo')).toEqual(await read(false, part, 'repo'));
  const [entity = {}] = PARTS;
  expect(await read(true, entity, 'none')).toEqual(await read(false, entity, 'none'));
}

/** All columns at once, and as they are wanted. */
const readings = createReadings(context);
const inMemory = [createDaysInMemory(context, readings), createDaysInMemory(context, readings, { fewRows: 0 })];
const cohortsInMemory = createCohortsInMemory(context, readings);
const SPLITS = ['none', 'committer', 'repo', 'team', 'ai_cohort'] as const;

/** Segments that add up daily sums, each with its splits, and all sums at once. */
const ADDED_UP = [everything, ...allSegments()].filter((segment) => planOfDays(segment) !== null);
const asked = ADDED_UP.flatMap((segment) =>
  SPLITS.filter((split) => segment === everything || aggregationsOf(segment).includes(split)).map((aggregation) => ({
    segment,
    aggregation,
  })),
);

/** Each turn takes a third of them, and the three turns all; LINESCOPE_EVERY_SEGMENT=1 takes all at each. */
const every = process.env['LINESCOPE_EVERY_SEGMENT'] === '1';

/** Of a part of the days, so that intervals begin and end within the range. */
async function expectSameInMemory(turn: number): Promise<void> {
  const range = { from: '2026-02-18', until: '2026-02-26' };
  const joined = [...merged].filter(([id, into]) => id !== into);
  const stamp = await readStamp(postgres, ENTITY);
  for (const [index, { segment, aggregation }] of asked.entries()) {
    if (!every && Math.floor(index / 3) % 3 !== turn % 3) continue;
    const interval = INTERVALS[(index + turn) % INTERVALS.length] ?? 'daily';
    const buckets = bucketsOf(range, interval, new Date('2026-03-01T00:00:00Z'), []);
    const suppressed = segment.breakdown !== undefined && turn === 2;
    const oneTeamEach = turn === 1;
    const ofTeam = segment.breakdown === undefined && (index + turn) % 3 === 0;
    const shape = { interval, aggregation, ofTeam, suppressed, fromDays: true, oneTeamEach } as const;
    const params = {
      ...statementParams,
      ...PARTS[(index + turn) % PARTS.length],
      people: [1, 2, 3, 4, 6],
      merged: joined.map(([id]) => id),
      merged_into: joined.map(([, into]) => into),
      team_members: [1, 2, 3],
      team_of_members: [7, 7, 8],
      ...MEMBERSHIPS,
      from_ms: Date.parse(range.from),
      until_ms: Date.parse(range.until),
      buckets: buckets.map(({ start }) => start),
      bucket_days: buckets.map(({ days }) => days),
      bucket_working_days: buckets.map(({ workingDays }) => workingDays),
    };
    const plan = planOfDays(segment);
    const wanted = { entityId: ENTITY, scoreVersion: params.score_version, stamp, columns: plan?.columns ?? [] };
    const wantedCohorts = { stamp, severalSources: false, params };
    const daysInMemory = inMemory[index % 2] ?? createDaysInMemory(context, readings);
    daysInMemory.find(wanted);
    cohortsInMemory.find(wantedCohorts);
    await Promise.all([daysInMemory.settled(), cohortsInMemory.settled()]);
    const days = daysInMemory.find(wanted);
    const cohorts = cohortsInMemory.find(wantedCohorts);
    const cells = days && plan && addUpDays(days, plan, { ...shape, buckets, cohorts, params });
    const rows = await clickHouse.query({ name: 'test', ...bindTemplate(compileSegment(segment, shape), params), row });
    const stated = rows.map(({ bucket, series, ...values }) => ({ bucket, series, values: Object.values(values) }));
    expect(byName(cells ?? []), `${segment.segment} by ${aggregation}`).toEqual(byName(stated));
  }
}

/** People of several teams, who come and go, and a team that counts in one repo alone. */
const MEMBERSHIPS = {
  team_id: 7,
  shown_teams: [7, 8],
  membership_teams: [7, 7, 7, 8, 8, 9],
  membership_members: [1, 2, 2, 1, 3, 4],
  membership_since: [0, 0, dayNumber('2026-02-23'), 0, 0, 0],
  membership_until: [200_000, dayNumber('2026-02-20'), 200_000, dayNumber('2026-02-22'), 200_000, 200_000],
  membership_repos: [[], [], [], [100], [100], []],
};

const byName = <T extends { bucket: string; series: string }>(cells: readonly T[]): Map<string, T> =>
  new Map(cells.map((cell): [string, T] => [`${cell.bucket} ${cell.series}`, cell]).toSorted());

const rollUp = () =>
  eventually(async () => {
    await rollUpEntity(context, ENTITY);
    return (await readStamp(postgres, ENTITY)).is_rolled_up;
  });

/** Ends as a killed process does: after so many statements nothing is written any more. */
function dyingAfter(commands: number): ClickHouse {
  let left = commands;
  return {
    ...clickHouse,
    command: (sql, options) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : clickHouse.command(sql, options);
    },
  };
}

test('the operations that days are summed up by are those of the engine', () => {
  expect(OPERATIONS).toEqual(engine.OPERATIONS);
});

test('daily sums equal the commits they stand for after a thousand corrections, and after a kill between the two', async () => {
  await insertRows(
    clickHouse,
    reposTable,
    [...HOMES].map(([repo_id, organization_id]) => ({
      entity_id: ENTITY,
      repo_id,
      organization_id,
      path: '',
      version: 1,
    })),
  );
  await insertRows(
    clickHouse,
    committersTable,
    [1, 2, 3, 4, 5, 6].map((id) => committerRow({ committer_id: id, primary_id: id, version: 1 })),
  );
  for (let round = 0; round < 4; round++) {
    await correct(247);
    await useAi();
    await removeSome();
    await joinIdentity();
    await bumpStamp(postgres, ENTITY, 'commits');
    await bumpStamp(postgres, ENTITY, 'copies');
    expect((await readStamp(postgres, ENTITY)).is_rolled_up).toBe(false);
    if (round === 1 || round === 2) {
      const killed = rollUpEntity({ clickHouse: dyingAfter(round % 2), postgres, log }, ENTITY);
      await killed.catch(() => {});
    }
    if (round % 2 === 1) {
      await rollUp();
      await expectSame();
      await expectSameInMemory(round);
    }
  }
}, 240_000);

test('all segments over days of commits alone are added up in memory, but for those per working day', () => {
  const overDays = allSegments().filter(
    (segment) =>
      Object.values(segment.measures).every(({ view }) => view === commits) && segment.segment !== 'delta_velocity',
  );
  expect(overDays.filter((segment) => planOfDays(segment) === null).map(({ segment }) => segment)).toEqual([]);
  expect(overDays.length).toBeGreaterThanOrEqual(36);
});

test('sums that the store has lost are made anew, and are not read until then', async () => {
  await clickHouse.command(`ALTER TABLE daily_scores DROP PARTITION ID '${ENTITY}'`);
  await resetRollup(postgres, ENTITY);
  await rollUp();
  await expectSame();
  await expectSameInMemory(2);
}, 120_000);

test('an entity that leaves takes its daily sums with it', async () => {
  const removed = await dropEntityPartitions(clickHouse, undefined, ENTITY);
  expect(removed['clickhouse.daily_scores']).toBeGreaterThan(0);
  expect(removed['clickhouse.changed_days']).toBeGreaterThan(0);
  expect(await read(true, { every_asked: true, every_repo: true, counts_from: 3 }, 'none')).toEqual([]);
});
