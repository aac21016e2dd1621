import { addDays, dayMs, dayNumber, dayOf } from '@linescope/contract/days';
import { invalidParameter } from '@linescope/contract/fault';

const DEFAULT_DAYS = 90;
const EARLIEST = '1970-01-01';

/** Whole days in UTC; `until` is the day after the last. */
export interface DayRange {
  from: string;
  until: string;
}

export interface DayRangeInput {
  days_ago?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** `days_ago` counts whole days back, today included; dates are included at both ends. */
export function parseDayRange(input: DayRangeInput, now: Date): DayRange {
  const tomorrow = addDays(dayOf(now), 1);
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

/** Days that are optional at both ends, as milliseconds: from the first moment, until the moment after the last. */
export const openDayRange = (start: string | undefined, end: string | undefined) => ({
  fromMs: start === undefined ? null : dayMs(start),
  untilMs: end === undefined ? null : dayMs(addDays(end, 1)),
});

export const lengthInDays = (range: DayRange): number => dayNumber(range.until) - dayNumber(range.from);

/** As long as the range, right before it; null where that would begin before 1970. */
export function previousRange(range: DayRange): DayRange | null {
  const length = lengthInDays(range);
  return dayNumber(range.from) < length ? null : { from: addDays(range.from, -length), until: range.from };
}
