import { Fault } from '@linescope/contract/fault';
import type { Allowance } from './rate-limits.ts';

export const rateLimited = (allowance: Allowance): Fault =>
  new Fault(
    'response_rate_limited',
    `The limit of ${allowance.limit} requests a minute is reached. Try again in ${allowance.resetSeconds} s.`,
    { headers: { 'retry-after': String(allowance.resetSeconds) } },
  );
