import type { ParameterError } from './fault.ts';

export interface DayRangeInput {
  days_ago?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** How days contradict each other. */
export function dayFaults({ days_ago: days, start_date: start, end_date: end }: DayRangeInput): ParameterError[] {
  const faults: ParameterError[] = [];
  if (days !== undefined && (start !== undefined || end !== undefined)) {
    const detail = 'Give days_ago, or start_date and end_date, not both.';
    faults.push({ param: 'days_ago', code_em: 'contradiction', detail });
  }
  faults.push(...orderFaults('start_date', start, 'end_date', end));
  return faults;
}

export const orderFaults = (
  first: string,
  start: string | undefined,
  last: string,
  end: string | undefined,
): ParameterError[] =>
  start !== undefined && end !== undefined && start > end
    ? [{ param: last, code_em: 'invalid', detail: `${last} must not be before ${first}.` }]
    : [];
