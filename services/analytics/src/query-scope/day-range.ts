import { type DayRangeInput, dayFaults } from '@linescope/contract/day-faults';
import { addDays, dayMs, dayNumber, dayOf } from '@linescope/contract/days';
import { invalidParameters, type ParameterError } from '@linescope/contract/fault';

const DEFAULT_DAYS = 90;
const EARLIEST = '1970-01-01';

/** Whole days in UTC; `until` is the day after the last. */
export interface DayRange {
  from: string;
  until: string;
}

/** The same, and a range that begins after it ends today. */
export function rangeFaults(input: DayRangeInput, now: Date): ParameterError[] {
  const { start_date: start, end_date: end } = input;
  const isAhead = start !== undefined && end === undefined && start > dayOf(now);
  const ahead: ParameterError = {
    param: 'start_date',
    code_em: 'invalid',
    detail: 'start_date must not be in the future.',
  };
  return [...dayFaults(input), ...(isAhead ? [ahead] : [])];
}

/** `days_ago` counts whole days back, today included; dates are included at both ends. */
export function parseDayRange(input: DayRangeInput, now: Date): DayRange {
  const faults = rangeFaults(input, now);
  if (faults.length > 0) throw invalidParameters(faults);
  const tomorrow = addDays(dayOf(now), 1);
  const { days_ago: days, start_date: start, end_date: end } = input;
  const until = end === undefined ? tomorrow : addDays(end, 1);
  const back = Math.max(days ?? DEFAULT_DAYS, 1);
  const from = start ?? (dayNumber(until) <= back ? EARLIEST : addDays(until, -back));
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
