import { Fault } from '@linescope/contract/fault';
import type { Allowance } from './rate-limits.ts';

export const rateLimited = (allowance: Allowance): Fault =>
  new Fault(
    'response_rate_limited',
    `The limit of ${allowance.limit} requests a minute is reached. Try again in ${allowance.resetSeconds} s.`,
    { headers: { 'retry-after': String(allowance.resetSeconds) } },
  );

/** Tokens that were good before are taken all the same. */
export const tooManyFailures = (allowance: Allowance): Fault =>
  new Fault(
    'response_rate_limited',
    `More than ${allowance.limit} authentications from your address failed within a minute. Try again in ${allowance.resetSeconds} s.`,
    { headers: { 'retry-after': String(allowance.resetSeconds) } },
  );
