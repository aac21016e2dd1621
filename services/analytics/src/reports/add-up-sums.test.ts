import { dayNumber } from '@linescope/contract/days';
import { expect, test } from 'vitest';
import type { DayColumns } from '../store/day-columns.ts';
import { addUpDays } from './add-up-days.ts';
import type { AddingPlan } from './day-plan.ts';
import { bucketsOf } from './intervals.ts';
import type { DaysAsked } from './series-of-days.ts';

const range = { from: '2026-03-02', until: '2026-03-16' };
const [ANN, ANN_AT_HOME, BOB, HIDDEN] = [1, 2, 3, 4];

/** Day, repo, committer, lines and hours of work. */
const ROWS: [string, number, number, number, number][] = [
  ['2026-03-01', 100, ANN, 1_000, 1],
  ['2026-03-02', 100, ANN, 10, 2],
  ['2026-03-03', 101, ANN_AT_HOME, 5, 4],
  ['2026-03-08', 100, BOB, 7, 3],
  ['2026-03-09', 100, HIDDEN, 500, 1],
  ['2026-03-10', 101, BOB, 1, 1],
  ['2026-03-16', 101, BOB, 2_000, 1],
];

const repos = [100, 101];
const committers = [ANN, ANN_AT_HOME, BOB, HIDDEN];
const held = (scale = 1): DayColumns => ({
  rows: ROWS.length,
  days: Int32Array.from(ROWS, ([day]) => dayNumber(day)),
  repoOf: Uint32Array.from(ROWS, ([, repo]) => repos.indexOf(repo)),
  committerOf: Uint32Array.from(ROWS, ([, , committer]) => committers.indexOf(committer)),
  partOf: null,
  countsFrom: null,
  repos,
  committers,
  parts: [],
  sums: new Map([
    ['lines', Float64Array.from(ROWS, ([, , , lines]) => lines * scale)],
    ['hours', Float64Array.from(ROWS, ([, , , , hours]) => hours)],
    ['days', Float64Array.from(ROWS, () => 1)],
    ['moved', Float64Array.from(ROWS, ([day]) => (day === '2026-03-02' ? 5 : day === '2026-03-03' ? -5 : 0))],
  ]),
});

const lines: AddingPlan = {
  measures: [{ kind: 'sum', terms: [{ column: 'lines', sign: 1 }], unit: 1 }],
  map: null,
  values: (measured) => [...measured],
};
const meanHours: AddingPlan = { ...lines, measures: [{ kind: 'mean', sum: 'hours', count: 'days', unit: 2 }] };

const asked = (aggregation: string): DaysAsked => ({
  aggregation,
  suppressed: false,
  ofTeam: false,
  oneTeamEach: true,
  buckets: bucketsOf(range, 'weekly', new Date('2026-04-01T00:00:00Z'), []),
  params: {
    from_ms: Date.parse(`${range.from}T00:00:00Z`),
    until_ms: Date.parse(`${range.until}T00:00:00Z`),
    every_repo: true,
    repo_ids: [],
    counts_from: 0,
    people: [ANN, ANN_AT_HOME, BOB],
    merged: [ANN_AT_HOME],
    merged_into: [ANN],
    team_id: 0,
    shown_teams: [7],
    team_members: [BOB],
    team_of_members: [7],
    membership_teams: [],
    membership_members: [],
    membership_since: [],
    membership_until: [],
    membership_repos: [],
  },
});

const added = (aggregation: string, plan = lines) =>
  addUpDays(held(), plan, asked(aggregation))?.map(({ bucket, series, values }) => [bucket, series, ...values]);

test('lines of each week are added up by person, repo and team, without the days and people that do not count', () => {
  expect(added('none')).toEqual([
    ['2026-03-02', '', 22],
    ['2026-03-09', '', 1],
  ]);
  expect(added('committer')).toEqual([
    ['2026-03-02', '1', 15],
    ['2026-03-02', '3', 7],
    ['2026-03-09', '3', 1],
  ]);
  expect(added('repo')).toEqual([
    ['2026-03-02', '100', 17],
    ['2026-03-02', '101', 5],
    ['2026-03-09', '101', 1],
  ]);
  expect(added('team')).toEqual([
    ['2026-03-02', '0', 15],
    ['2026-03-02', '7', 7],
    ['2026-03-09', '7', 1],
  ]);
});

test('a mean is of the rows of its interval', () => {
  expect(added('none', meanHours)).toEqual([
    ['2026-03-02', '', 1.5],
    ['2026-03-09', '', 0.5],
  ]);
});

test('people count once an interval and series, and once for each of their days', () => {
  const people: AddingPlan = { ...lines, measures: [{ kind: 'committers' }, { kind: 'committer_days' }] };
  expect(added('none', people)).toEqual([
    ['2026-03-02', '', 2, 3],
    ['2026-03-09', '', 1, 1],
  ]);
  expect(added('repo', people)).toEqual([
    ['2026-03-02', '100', 2, 2],
    ['2026-03-02', '101', 1, 1],
    ['2026-03-09', '101', 1, 1],
  ]);
});

test('a key of a map is a series where it has something on one of the days, though they add up to nothing', () => {
  const map = [
    { key: 'changed', column: 'lines' },
    { key: 'moved', column: 'moved' },
  ];
  const plan: AddingPlan = { ...lines, measures: [{ kind: 'amount', unit: 1 }], map };
  expect(added('none', plan)).toEqual([
    ['2026-03-02', 'changed', 22],
    ['2026-03-09', 'changed', 1],
    ['2026-03-02', 'moved', 0],
  ]);
});

test('sums that are too large to be exact are left to the store', () => {
  expect(addUpDays(held(1e15), lines, asked('none'))).toBeNull();
});
