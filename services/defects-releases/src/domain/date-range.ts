import { type DayRangeInput, dayFaults } from '@linescope/contract/day-faults';
import { addDays, dayMs, dayOf } from '@linescope/contract/days';
import { invalidParameters } from '@linescope/contract/fault';

/** Half-open: from the start of the first day to the end of the last, in UTC. Null ends are open. */
export interface DateRange {
  from: Date | null;
  until: Date | null;
}

/** All are whole days, both ends included: `days_ago` = N is the N days that end today, as in reports. */
export function parseRange(input: DayRangeInput, now: Date, defaultDays: number | null): DateRange {
  const faults = dayFaults(input);
  if (faults.length > 0) throw invalidParameters(faults);
  const dayStart = (day: string): Date => new Date(dayMs(day));
  if (input.start_date !== undefined || input.end_date !== undefined) {
    return {
      from: input.start_date === undefined ? null : dayStart(input.start_date),
      until: input.end_date === undefined ? null : dayStart(addDays(input.end_date, 1)),
    };
  }
  const days = input.days_ago ?? defaultDays;
  if (days === null) return { from: null, until: null };
  const tomorrow = addDays(dayOf(now), 1);
  return { from: dayStart(addDays(tomorrow, -Math.max(days, 1))), until: dayStart(tomorrow) };
}
