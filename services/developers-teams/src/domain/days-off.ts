import { dayNumber, addDays as shiftDay } from '@linescope/contract/days';

/** Days off as ranges of whole days, both ends included, sorted, neither overlapping nor touching. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

const next = (day: string): string => shiftDay(day, 1);
const previous = (day: string): string => shiftDay(day, -1);
const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

/** Overlapping and adjacent ranges become one. */
export function addDays(ranges: readonly DayRange[], added: DayRange): DayRange[] {
  let merged = added;
  const apart: DayRange[] = [];
  for (const range of ranges) {
    const touches = range.startDate <= next(merged.endDate) && merged.startDate <= next(range.endDate);
    if (touches) {
      merged = {
        startDate: earlier(range.startDate, merged.startDate),
        endDate: later(range.endDate, merged.endDate),
      };
    } else apart.push(range);
  }
  return [...apart, merged].sort(byStart);
}

/** What is left on either side of the removed days stays. */
export function removeDays(ranges: readonly DayRange[], removed: DayRange): DayRange[] {
  return ranges.flatMap((range) => {
    if (range.endDate < removed.startDate || range.startDate > removed.endDate) return [range];
    const left: DayRange[] = [];
    if (range.startDate < removed.startDate)
      left.push({ startDate: range.startDate, endDate: previous(removed.startDate) });
    if (range.endDate > removed.endDate) left.push({ startDate: next(removed.endDate), endDate: range.endDate });
    return left;
  });
}

export const daysIn = (range: DayRange): number => dayNumber(range.endDate) - dayNumber(range.startDate) + 1;

/** How many of the wanted days are days off. */
export function countDaysOff(ranges: readonly DayRange[], wanted: DayRange): number {
  let days = 0;
  for (const range of ranges) {
    const overlap = {
      startDate: later(range.startDate, wanted.startDate),
      endDate: earlier(range.endDate, wanted.endDate),
    };
    if (overlap.startDate <= overlap.endDate) days += daysIn(overlap);
  }
  return days;
}

const byStart = (one: DayRange, other: DayRange): number => (one.startDate < other.startDate ? -1 : 1);
