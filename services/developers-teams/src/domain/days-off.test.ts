import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, countDaysOff, type DayRange, removeDays } from './days-off.ts';

const FIRST = Date.UTC(2026, 1, 20); // a month's end is within reach
const day = (offset: number): string => new Date(FIRST + offset * 86_400_000).toISOString().slice(0, 10);
const rangeFrom = (start: number, length: number): DayRange => ({
  startDate: day(start),
  endDate: day(start + length),
});

const range = fc.record({ start: fc.nat(30), length: fc.nat(10) }).map(({ start, length }) => rangeFrom(start, length));
const step = fc.record({ adds: fc.boolean(), range });

function daysOf({ startDate, endDate }: DayRange): string[] {
  const days: string[] = [];
  for (let offset = 0; day(offset) <= endDate; offset += 1) if (day(offset) >= startDate) days.push(day(offset));
  return days;
}

describe('time off', () => {
  test('is the set of its days, whatever was recorded and removed in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), range, (steps, wanted) => {
        let ranges: DayRange[] = [];
        const days = new Set<string>();
        for (const { adds, range: changed } of steps) {
          ranges = adds ? addDays(ranges, changed) : removeDays(ranges, changed);
          for (const one of daysOf(changed)) adds ? days.add(one) : days.delete(one);
        }
        expect(ranges.flatMap(daysOf)).toEqual([...days].sort());
        expect(countDaysOff(ranges, wanted)).toBe(daysOf(wanted).filter((one) => days.has(one)).length);
        for (const [index, later] of ranges.entries()) {
          const before = ranges[index - 1];
          // A gap of a day at least, or they would be one record.
          if (before) expect(Date.parse(later.startDate) - Date.parse(before.endDate)).toBeGreaterThan(86_400_000);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('that is adjacent becomes one record', () => {
    const march = addDays([{ startDate: '2026-03-01', endDate: '2026-03-05' }], {
      startDate: '2026-02-27',
      endDate: '2026-02-28',
    });
    expect(march).toEqual([{ startDate: '2026-02-27', endDate: '2026-03-05' }]);
  });

  test('is split by a removal from its middle', () => {
    const week = [{ startDate: '2026-12-28', endDate: '2027-01-03' }];
    expect(removeDays(week, { startDate: '2026-12-31', endDate: '2027-01-01' })).toEqual([
      { startDate: '2026-12-28', endDate: '2026-12-30' },
      { startDate: '2027-01-02', endDate: '2027-01-03' },
    ]);
  });
});
