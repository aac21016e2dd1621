import { expect, test } from 'vitest';
import { addDays, DAY_MS, dayMs, dayNumber, dayOf, isWeekday } from './days.ts';

test('a day is the same as text, as milliseconds and as a number', () => {
  expect(dayMs('1970-01-02')).toBe(DAY_MS);
  expect(dayNumber('1970-01-02')).toBe(1);
  expect(dayOf(new Date('2026-03-02T23:59:59Z'))).toBe('2026-03-02');
});

test('days are added across months and leap years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('Monday to Friday are weekdays', () => {
  const week = Array.from({ length: 7 }, (_, index) => isWeekday(addDays('2026-03-02', index)));
  expect(week).toEqual([true, true, true, true, true, false, false]);
});
