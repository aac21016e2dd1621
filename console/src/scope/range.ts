import { DAY_MS } from '@linescope/contract/days';

/** A range of days as the URL has it: `26w`, `28d`, `24m`, or two dates. Days are UTC, as in reports. */
export interface Range {
  text: string;
  start: string;
  end: string;
  label: string;
  /** What stood in its place and is no range. */
  misread?: string;
}

export const DEFAULT_RANGE = '26w';
export const RANGES = ['4w', '13w', '26w', '52w', '24m'];

export function parseRange(text: string | null, now: Date): Range {
  const given = text || DEFAULT_RANGE;
  const dates = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(given);
  if (dates?.[1] && dates[2] && dates[1] <= dates[2] && isDay(dates[1]) && isDay(dates[2]))
    return { text: given, start: dates[1], end: dates[2], label: `${shortDate(dates[1])} – ${shortDate(dates[2])}` };
  const spoken = /^([1-9]\d{0,2})([dwm])$/.exec(given);
  if (!spoken) return { ...parseRange(DEFAULT_RANGE, now), misread: given };
  const count = Number(spoken[1]);
  const end = isoDay(now);
  if (spoken[2] === 'd') return { text: given, start: addDays(end, 1 - count), end, label: plural(count, 'day') };
  if (spoken[2] === 'w') {
    // Four weeks or less are read by day, and need no whole weeks.
    const start = count <= 4 ? addDays(end, 1 - 7 * count) : addDays(mondayOf(end), -7 * (count - 1));
    return { text: given, start, end, label: plural(count, 'week') };
  }
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1, 1));
  return { text: given, start: isoDay(first), end, label: plural(count, 'month') };
}

/** As many whole intervals before the range as it reaches into, so that the two lie over each other. */
export function rangeBefore({ start, end }: { start: string; end: string }): { start: string; end: string } {
  const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
  if (days > 366) {
    const months = monthNumber(end) - monthNumber(start) + 1;
    return { start: addMonths(start, -months), end: addMonths(end, -months) };
  }
  const shift = days <= 31 ? days : 7 * Math.ceil(days / 7);
  return { start: addDays(start, -shift), end: addDays(end, -shift) };
}

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** The last day of the interval of reports that a day is in: weeks end on Sundays. */
export function endOfInterval(day: string, interval: 'daily' | 'weekly' | 'monthly'): string {
  if (interval === 'daily') return day;
  if (interval === 'weekly') return addDays(mondayOf(day), 6);
  return isoDay(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)));
}

/** The same day of another month, or its last where it has no such day. */
function addMonths(day: string, count: number): string {
  const month = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + count + 1, 0));
  const last = month.getUTCDate();
  return `${isoDay(month).slice(0, 8)}${String(Math.min(last, Number(day.slice(8)))).padStart(2, '0')}`;
}

/** A day of the calendar that the API takes; `2026-02-30` is none, though a Date makes one of it. */
export const isDay = (text: string): boolean => {
  const time = Date.parse(text);
  return text >= '1970-01-01' && text <= '2199-12-31' && !Number.isNaN(time) && isoDay(new Date(time)) === text;
};
/** Days as texts: `Math.min` has none. */
export const earlierOf = (one: string, other: string): string => (one.localeCompare(other) < 0 ? one : other);
export const isoDay = (time: Date): string => time.toISOString().slice(0, 10);
export const addDays = (day: string, count: number): string => isoDay(new Date(Date.parse(day) + count * DAY_MS));

function mondayOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
const shortDate = (day: string): string =>
  new Date(day).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
