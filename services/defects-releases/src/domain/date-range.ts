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

/** `days_ago` counts back from now; `start_date` and `end_date` are whole days, both included. */
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
  return days === null ? { from: null, until: null } : { from: new Date(now.getTime() - days * DAY), until: null };
}
