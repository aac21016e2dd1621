import { invalidParameters } from '@linescope/contract/fault';

const DAY = 24 * 60 * 60 * 1000;

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

/** All are whole days, both ends included: `days_ago` counts back from today, so 1 is yesterday and today. */
export function readRange(input: RangeInput, now: Date, defaultDays: number | null): DateRange {
  if (input.days_ago !== undefined && (input.start_date !== undefined || input.end_date !== undefined)) {
    throw invalidParameters([
      { param: 'days_ago', code_em: 'contradiction', detail: 'Give days_ago, or start_date and end_date, not both.' },
    ]);
  }
  if (input.start_date !== undefined && input.end_date !== undefined && input.start_date > input.end_date) {
    throw invalidParameters([
      { param: 'end_date', code_em: 'invalid', detail: 'end_date must not be before start_date.' },
    ]);
  }
  const dayStart = (date: string): Date => new Date(`${date}T00:00:00Z`);
  if (input.start_date !== undefined || input.end_date !== undefined) {
    return {
      from: input.start_date === undefined ? null : dayStart(input.start_date),
      until: input.end_date === undefined ? null : new Date(dayStart(input.end_date).getTime() + DAY),
    };
  }
  const days = input.days_ago ?? defaultDays;
  if (days === null) return { from: null, until: null };
  return { from: dayStart(new Date(now.getTime() - days * DAY).toISOString().slice(0, 10)), until: null };
}
