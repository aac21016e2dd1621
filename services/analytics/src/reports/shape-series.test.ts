import { expect, test } from 'vitest';
import { findSegment } from '../segments/registry.ts';
import { bucketsOf } from './intervals.ts';
import { isData, roundTo, shapeSeries } from './shape-series.ts';

const range = { from: '2026-03-02', until: '2026-03-16' };
const cell = (bucket: string, value: number | null) => ({ bucket, series: '', values: [value] });
const cells = [cell('2026-03-02', 10), cell('2026-03-09', 30)];
const options = { fillAllDates: false, projectFinalPoint: true };

test('the last, unfinished interval of a sum is scaled by the time that has passed of it', () => {
  // Thursday noon: half of the week is over.
  const now = new Date('2026-03-12T12:00:00Z');
  const buckets = bucketsOf(range, 'weekly', now, []);
  const shaped = (segment: string) => shapeSeries(findSegment(segment), cells, buckets, { ...options, now });
  expect(shaped('none').series).toEqual([{ key: '', values: [10, 60] }]);
  expect(shaped('ai_commit_rate').series).toEqual([{ key: '', values: [10, 30] }]);
  const further = bucketsOf({ ...range, until: '2026-03-30' }, 'weekly', now, []);
  expect(shapeSeries(findSegment('none'), cells, further, { ...options, now }).series[0]?.values).toEqual([10, 60]);
});

test('an interval that is over is never scaled', () => {
  const now = new Date('2026-03-20T12:00:00Z');
  const buckets = bucketsOf(range, 'weekly', now, []);
  expect(shapeSeries(findSegment('none'), cells, buckets, { ...options, now }).series[0]?.values).toEqual([10, 30]);
});

test('working days are Monday to Friday up to today, less holidays', () => {
  const buckets = bucketsOf(range, 'weekly', new Date('2026-03-11T12:00:00Z'), [
    '2026-03-06',
    '2026-03-07',
    '2026-03-13',
  ]);
  expect(buckets.map(({ days, workingDays }) => [days, workingDays])).toEqual([
    [7, 4],
    [3, 3],
  ]);
});

test('a range does not reach to intervals whose records the mean is not about', () => {
  const now = new Date('2026-03-20T12:00:00Z');
  const buckets = bucketsOf(range, 'weekly', now, []);
  const withoutBugs = [cell('2026-03-02', 2.5), cell('2026-03-09', null)];
  const shaped = (segment: string, fillAllDates: boolean) =>
    shapeSeries(findSegment(segment), withoutBugs, buckets, { fillAllDates, projectFinalPoint: false, now }).series;
  expect(shaped('issue_business_days_to_fix', false)).toEqual([{ key: '', values: [2.5] }]);
  expect(shaped('issue_business_days_to_fix', true)).toEqual([{ key: '', values: [2.5, null] }]);
  expect(shaped('ai_commit_rate', false)).toEqual([{ key: '', values: [2.5, null] }]);
});

test('people of whom a mean says nothing make no series of their own', () => {
  expect(isData(findSegment('days_to_first_pr'), cell('2026-03-02', null))).toBe(false);
  expect(isData(findSegment('days_to_first_pr'), cell('2026-03-02', 0))).toBe(true);
  expect(isData(findSegment('ai_commit_rate'), cell('2026-03-02', null))).toBe(true);
});

test('what is a half but for the order of an addition is rounded as one', () => {
  expect(roundTo(1084.4999999999998, 0)).toBe(1085);
  expect(roundTo(43.74999999999999, 1)).toBe(43.8);
  expect([roundTo(1.005, 2), roundTo(-0.5, 0), roundTo(-1.5000000000000002, 0)]).toEqual([1.01, 0, -1]);
  expect([roundTo(0.4999999, 0), roundTo(12.3449999, 2)]).toEqual([0, 12.34]);
});
