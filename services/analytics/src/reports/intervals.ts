import type { EntitySettings } from '@linescope/contract/entity-settings';
import { invalidParameter } from '@linescope/contract/fault';
import type { Interval } from '../segments/segment.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;

/** Whole days in UTC; `until` is the day after the last. */
export interface DayRange {
  from: string;
  until: string;
}

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

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const EARLIEST = '1970-01-01';
const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

export interface RangeInput {
  days_ago?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** `days_ago` counts whole days back, today included; dates are included at both ends. */
export function readDayRange(input: RangeInput, now: Date): DayRange {
  const tomorrow = addDays(now.toISOString().slice(0, 10), 1);
  const { days_ago: days, start_date: start, end_date: end } = input;
  if (days !== undefined && (start !== undefined || end !== undefined)) {
    throw invalidParameter('days_ago', 'Give days_ago, or start_date and end_date, not both.', 'contradiction');
  }
  if (start !== undefined && end !== undefined && start > end) {
    throw invalidParameter('end_date', 'end_date must not be before start_date.');
  }
  const until = end === undefined ? tomorrow : addDays(end, 1);
  const back = Math.max(days ?? DEFAULT_DAYS, 1);
  const from = start ?? (dayNumber(until) <= back ? EARLIEST : addDays(until, -back));
  if (from >= until) throw invalidParameter('start_date', 'start_date must not be in the future.');
  return { from, until };
}

export const lengthInDays = (range: DayRange): number => dayNumber(range.until) - dayNumber(range.from);

/** As long as the range, right before it; null where time does not go back so far. */
export function previousRange(range: DayRange): DayRange | null {
  const length = lengthInDays(range);
  return dayNumber(range.from) < length ? null : { from: addDays(range.from, -length), until: range.from };
}

export function intervalFor(range: DayRange): Interval {
  const days = lengthInDays(range);
  return days <= 31 ? 'daily' : days <= 366 ? 'weekly' : 'monthly';
}

function startOf(day: string, interval: Interval): string {
  if (interval === 'daily') return day;
  if (interval === 'monthly') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((dayNumber(day) + 3) % 7));
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
  const tomorrow = addDays(now.toISOString().slice(0, 10), 1);
  const buckets: Bucket[] = [];
  for (let start = startOf(range.from, interval); start < range.until; start = nextStart(start, interval)) {
    const ends = nextStart(start, interval);
    const from = later(start, range.from);
    const until = earlier(ends, range.until);
    const past = earlier(until, tomorrow);
    buckets.push({
      start,
      from,
      until,
      ends,
      past,
      days: Math.max(dayNumber(past) - dayNumber(from), 0),
      workingDays: from < past ? weekdaysBetween(from, past) - holidaysBetween(holidays, from, past) : 0,
    });
  }
  return buckets;
}

const weekdaysBefore = (day: string): number => {
  const sinceMonday = dayNumber(day) + 3;
  return Math.floor(sinceMonday / 7) * 5 + Math.min(sinceMonday % 7, 5);
};
const weekdaysBetween = (from: string, until: string): number => weekdaysBefore(until) - weekdaysBefore(from);
const holidaysBetween = (holidays: string[], from: string, until: string): number =>
  holidays.filter((day) => day >= from && day < until && isWeekday(day)).length;
export const isWeekday = (day: string): boolean => (dayNumber(day) + 3) % 7 < 5;

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
