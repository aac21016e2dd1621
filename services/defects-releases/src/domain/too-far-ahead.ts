import { DAY_MS } from '@linescope/contract/days';
import type { ParameterError } from '@linescope/contract/fault';

/** Clocks and time zones differ by a day at most. */
export const tooFarAhead = (param: string, time: Date | undefined, now: Date): ParameterError[] =>
  time && time.getTime() > now.getTime() + DAY_MS
    ? [{ param, code_em: 'contradiction', detail: `${param} must not be more than a day ahead.` }]
    : [];
