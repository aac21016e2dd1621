import { addDays, dayNumber, dayOf, daysSinceMonday, isWeekday } from '@linescope/contract/days';
import type { EntitySettings } from '@linescope/contract/entity-settings';
import { type DayRange, lengthInDays } from '../query-scope/day-range.ts';
import type { Interval } from '../segments/segment.ts';

/** An interval as far as the range reaches into it. */
export interface Bucket {
  /** The first day of the whole interval: its name. */
  start: string;
  from: string;
  until: string;
  /** The day after the interval's own last, range or not. */
  ends: string;
  /** The day after the last that is in the range and not in the future. */
  past: string;
  /** Days in the range up to today, and those of them that are worked. */
  days: number;
  workingDays: number;
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

export function intervalFor(range: DayRange): Interval {
  const days = lengthInDays(range);
  return days <= 31 ? 'daily' : days <= 366 ? 'weekly' : 'monthly';
}

function startOf(day: string, interval: Interval): string {
  if (interval === 'daily') return day;
  if (interval === 'monthly') return `${day.slice(0, 7)}-01`;
  return addDays(day, -(daysSinceMonday(dayNumber(day)) % 7));
}

function nextStart(start: string, interval: Interval): string {
  if (interval === 'daily') return addDays(start, 1);
  if (interval === 'weekly') return addDays(start, 7);
  return `${addDays(start, 31).slice(0, 7)}-01`;
}

export function bucketsOf(
  range: DayRange,
  interval: Interval,
  now: Date,
  holidays: EntitySettings['holidays'],
): Bucket[] {
  const buckets: Bucket[] = [];
  for (let start = startOf(range.from, interval); start < range.until; start = nextStart(start, interval))
    buckets.push(within(range, { start, ends: nextStart(start, interval) }, now, holidays));
  return buckets;
}

/** The range as the one interval that it is. */
export const rangeBucket = (range: DayRange, now: Date, holidays: EntitySettings['holidays']): Bucket =>
  within(range, { start: range.from, ends: range.until }, now, holidays);

function within(
  range: DayRange,
  { start, ends }: Pick<Bucket, 'start' | 'ends'>,
  now: Date,
  holidays: EntitySettings['holidays'],
): Bucket {
  const from = later(start, range.from);
  const until = earlier(ends, range.until);
  const past = earlier(until, addDays(dayOf(now), 1));
  return {
    start,
    from,
    until,
    ends,
    past,
    days: Math.max(dayNumber(past) - dayNumber(from), 0),
    workingDays: from < past ? weekdaysBetween(from, past) - holidaysBetween(holidays, from, past) : 0,
  };
}

const weekdaysBefore = (day: string): number => {
  const sinceMonday = daysSinceMonday(dayNumber(day));
  return Math.floor(sinceMonday / 7) * 5 + Math.min(sinceMonday % 7, 5);
};
const weekdaysBetween = (from: string, until: string): number => weekdaysBefore(until) - weekdaysBefore(from);
const holidaysBetween = (holidays: string[], from: string, until: string): number =>
  holidays.filter((day) => day >= from && day < until && isWeekday(day)).length;

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
]; // biome-ignore format: one line reads better

/** `October 8`, `Week of October 5`, `October 2026`; with the year where the range spans two. */
export function labelOf(start: string, interval: Interval, spansYears: boolean): string {
  const month = MONTHS[Number(start.slice(5, 7)) - 1] ?? '';
  const year = start.slice(0, 4);
  if (interval === 'monthly') return `${month} ${year}`;
  const day = `${month} ${Number(start.slice(8))}${spansYears ? `, ${year}` : ''}`;
  return interval === 'weekly' ? `Week of ${day}` : day;
}
