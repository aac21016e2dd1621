import type { Report } from '@linescope/client/answers';
import { describe, expect, test } from 'vitest';
import { chartOf, headlineOf, ticksFor, upTo } from './chart-data.ts';

const point = (start: string, end: string, y: number | null) => ({
  url: `/r?${start}`,
  x: start,
  y,
  start_date: start,
  end_date: end,
});
const report = (series: Report['series_segments']): Report => ({
  context: { entity: 'acme', organization: null },
  aggregated_by: 'team',
  series_overlap: false,
  interval_em: 'weekly',
  segment_em: 'diff_delta',
  series_segments: series,
  unit: 'delta',
  definition_version: 2,
  diff_delta_version: 1,
  definition_changes: [],
  value_precision: 0,
});

describe('a chart of a report', () => {
  test('has a column for every interval of any series, a gap where there is no value, and knows what is unfinished', () => {
    const data = chartOf(
      report({ b: [point('2026-11-09', '2026-11-15', 3)], a: [point('2026-11-16', '2026-11-16', 0)] }),
      '2026-11-16',
      { adds: true },
    );
    expect(data.points.map(({ start, unfinished }) => [start, unfinished])).toEqual([
      ['2026-11-09', false],
      ['2026-11-16', true],
    ]);
    expect(data.series.map(({ name, values }) => [name, values])).toEqual([
      ['a', [null, 0]],
      ['b', [3, null]],
    ]);
  });

  test('draws the largest six and the rest, where they add up', () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => {
        const url = `/r?start=2026-11-09&series=s${index}`;
        return [`s${index}`, [{ ...point('2026-11-09', '2026-11-15', index), url }]];
      }),
    );
    const added = chartOf(report(many), '2026-11-16', { adds: true });
    expect(added.series.map(({ name, values }) => [name, values[0]]).at(-1)).toEqual(['The rest (3)', 0 + 1 + 2]);
    expect([added.series.length, added.leftOut]).toEqual([7, 0]);
    // No list is of several series: the rest leads to the records of the whole point, and to those of no one series.
    expect(added.series.map(({ urls }) => urls[0])).toEqual([
      ...['s3', 's4', 's5', 's6', 's7', 's8'].map((name) => `/r?start=2026-11-09&series=${name}`),
      '/r?start=2026-11-09',
    ]);
    expect(chartOf(report(many), '2026-11-16', { adds: false }).leftOut).toBe(2);
  });
});

test('a headline is the mean of the last four whole weeks, against the four before', () => {
  const values = [10, 10, null, 10, 20, 20, 20, 20, 999];
  const weeks = values.map((y, index) => point(`2026-0${index + 1}-01`, `2026-0${index + 1}-07`, y));
  const data = chartOf(report({ All: weeks }), '2026-09-03', { adds: true });
  expect(headlineOf(data, data.series[0]?.values ?? [])).toEqual({
    value: 20,
    before: 10,
    changePercent: 100,
    words: '4 weeks',
    running: null,
    days: { start: '2026-05-01', end: '2026-08-07' },
    daysBefore: { start: '2026-01-01', end: '2026-04-07' },
  });
});

test('weeks without anything after the last count too, up to today and not beyond the range', () => {
  const weeks = [point('2026-10-19', '2026-10-25', 31), point('2026-10-26', '2026-11-01', 9)];
  const trend = (end: string, adds: boolean) => {
    const data = upTo(chartOf(report({ All: weeks }), '2026-11-19', { adds: true }), {
      end,
      today: '2026-11-19',
      adds,
    });
    return { points: data.points.slice(2), values: data.series[0]?.values ?? [], data };
  };
  const { points, values, data } = trend('2026-11-21', true);
  expect(points.map(({ start, end, unfinished }) => [start, end, unfinished])).toEqual([
    ['2026-11-02', '2026-11-08', false],
    ['2026-11-09', '2026-11-15', false],
    ['2026-11-16', '2026-11-21', true],
  ]);
  expect(values).toEqual([31, 9, 0, 0, 0]);
  expect(headlineOf(data, values)).toMatchObject({ value: 10, days: { start: '2026-10-19', end: '2026-11-15' } });
  expect(trend('2026-11-12', false).values).toEqual([31, 9, null, null]);
  expect(trend('2026-11-01', true).points).toEqual([]);
});

test('a headline says of how many intervals it is', () => {
  const words = (count: number) => {
    const days = Array.from({ length: count }, (_, index) =>
      point(`2026-11-0${index + 1}`, `2026-11-0${index + 1}`, 1),
    );
    const data = chartOf(report({ All: days }), '2026-11-19', { adds: true });
    return headlineOf(data, data.series[0]?.values ?? []).words;
  };
  expect([1, 2, 9].map(words)).toEqual(['week', '2 weeks', '4 weeks']);
});

test('where no whole interval has a value, a headline is what there is so far', () => {
  const data = (values: (number | null)[]) => {
    const weeks = [point('2026-11-09', '2026-11-15', values[0] ?? null), point('2026-11-16', '2026-11-19', 12)];
    return chartOf(report({ All: weeks.slice(2 - values.length) }), '2026-11-19', { adds: true });
  };
  for (const given of [data([null, 12]), data([12])])
    expect(headlineOf(given, given.series[0]?.values ?? [])).toMatchObject({
      value: 12,
      changePercent: null,
      running: 'this week',
      days: { start: '2026-11-16', end: '2026-11-19' },
    });
  const known = data([10, 12]);
  expect(headlineOf(known, known.series[0]?.values ?? [])).toMatchObject({ value: 10, running: null });
});

test('axes have round steps from zero', () => {
  expect(ticksFor(770)).toEqual([0, 200, 400, 600, 800]);
  expect(ticksFor(9.5)).toEqual([0, 2.5, 5, 7.5, 10]);
  expect(ticksFor(0)).toEqual([0, 1]);
});

test('axes of counts have whole steps', () => {
  expect(ticksFor(2, true)).toEqual([0, 1, 2]);
  expect(ticksFor(9, true)).toEqual([0, 5, 10]);
  expect(ticksFor(20, true)).toEqual([0, 5, 10, 15, 20]);
  expect(ticksFor(100, true)).toEqual([0, 25, 50, 75, 100]);
});
