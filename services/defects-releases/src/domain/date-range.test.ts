import { Fault } from '@linescope/contract/fault';
import { expect, test } from 'vitest';
import { parseRange } from './date-range.ts';

const NOW = new Date('2026-10-08T14:05:00Z');
const iso = (time: Date | null) => time?.toISOString() ?? null;
const range = (input: Parameters<typeof parseRange>[0], defaultDays: number | null = null) => {
  const { from, until } = parseRange(input, NOW, defaultDays);
  return [iso(from), iso(until)];
};

test('without any parameter the range is open, or the default', () => {
  expect(range({})).toEqual([null, null]);
  expect(range({}, 90)).toEqual(['2026-07-11T00:00:00.000Z', '2026-10-09T00:00:00.000Z']);
});

test('days_ago is so many days that end today, today included', () => {
  const untilTomorrow = '2026-10-09T00:00:00.000Z';
  expect(range({ days_ago: 0 })).toEqual(['2026-10-08T00:00:00.000Z', untilTomorrow]);
  expect(range({ days_ago: 1 }, 90)).toEqual(['2026-10-08T00:00:00.000Z', untilTomorrow]);
  expect(range({ days_ago: 7 }, 90)).toEqual(['2026-10-02T00:00:00.000Z', untilTomorrow]);
});

test('both days of a range are included', () => {
  expect(range({ start_date: '2026-02-28', end_date: '2026-02-28' })).toEqual([
    '2026-02-28T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ]);
  expect(range({ end_date: '2026-12-31' }, 90)).toEqual([null, '2027-01-01T00:00:00.000Z']);
});

test.each([
  [{ days_ago: 1, start_date: '2026-01-01' }, 'days_ago'],
  [{ days_ago: 1, end_date: '2026-01-01' }, 'days_ago'],
  [{ start_date: '2026-01-02', end_date: '2026-01-01' }, 'end_date'],
])('%j is refused', (input, param) => {
  const refused = () => parseRange(input, NOW, null);
  expect(refused).toThrow(Fault);
  expect(refused).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ param })] }));
});
