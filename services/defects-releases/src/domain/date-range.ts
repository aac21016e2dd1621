import { addDays, dayMs, dayOf } from '@linescope/contract/days';
import { invalidParameters, type ParameterError } from '@linescope/contract/fault';

export interface RangeInput {
  days_ago?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** Half-open: from the start of the first day to the end of the last, in UTC. Null ends are open. */
export interface DateRange {
  from: Date | null;
  until: Date | null;
}

/** How days contradict each other. */
export function rangeFaults({ days_ago: days, start_date: start, end_date: end }: RangeInput): ParameterError[] {
  const faults: ParameterError[] = [];
  if (days !== undefined && (start !== undefined || end !== undefined)) {
    const detail = 'Give days_ago, or start_date and end_date, not both.';
    faults.push({ param: 'days_ago', code_em: 'contradiction', detail });
  }
  if (start !== undefined && end !== undefined && start > end)
    faults.push({ param: 'end_date', code_em: 'invalid', detail: 'end_date must not be before start_date.' });
  return faults;
}

/** All are whole days, both ends included: `days_ago` = N is the N days that end today, as in reports. */
export function parseRange(input: RangeInput, now: Date, defaultDays: number | null): DateRange {
  const faults = rangeFaults(input);
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
