import { expect, test } from 'vitest';
import { openDayRange, parseDayRange, previousRange } from './day-range.ts';

test('a range is whole days, both ends included; without one, the last 90 days', () => {
  const now = new Date('2026-03-11T12:00:00Z');
  expect(parseDayRange({}, now)).toEqual({ from: '2025-12-12', until: '2026-03-12' });
  expect(parseDayRange({ days_ago: 1 }, now)).toEqual({ from: '2026-03-11', until: '2026-03-12' });
  expect(parseDayRange({ start_date: '2026-03-01', end_date: '2026-03-01' }, now)).toEqual({
    from: '2026-03-01',
    until: '2026-03-02',
  });
  expect(() => parseDayRange({ days_ago: 1, start_date: '2026-03-01' }, now)).toThrow('not both');
  expect(() => parseDayRange({ start_date: '2026-03-02', end_date: '2026-03-01' }, now)).toThrow('before start_date');
});

test('a range that is open at an end has no bound there', () => {
  expect(openDayRange('2026-03-01', '2026-03-01')).toEqual({
    fromMs: Date.UTC(2026, 2, 1),
    untilMs: Date.UTC(2026, 2, 2),
  });
  expect(openDayRange(undefined, undefined)).toEqual({ fromMs: null, untilMs: null });
});

test('the range before is as long and ends where the range begins, unless that is before 1970', () => {
  expect(previousRange({ from: '2026-03-08', until: '2026-03-15' })).toEqual({
    from: '2026-03-01',
    until: '2026-03-08',
  });
  expect(previousRange({ from: '1970-01-02', until: '1970-01-09' })).toBeNull();
});
