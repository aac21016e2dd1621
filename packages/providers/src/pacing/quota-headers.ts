import { DAY_MS } from '@linescope/contract/days';
import type { QuotaReading } from './quota.ts';

const families = [
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
  [
    'anthropic-ratelimit-requests-limit',
    'anthropic-ratelimit-requests-remaining',
    'anthropic-ratelimit-requests-reset',
  ],
] as const;

/** No budget is longer than a day; a host that says so is mistaken, and must not stop an import for years. */
const farthestMs = DAY_MS;

/** Hosts say a moment as seconds or milliseconds since 1970, as seconds from now, or as a date; ours is by our clock. */
function moment(text: string, now: number, hostNow: number): number | null {
  const number = Number(text);
  const said = text.trim() === '' ? Number.NaN : number;
  const at = Number.isFinite(said) ? momentOfNumber(said, now, hostNow) : Date.parse(text) - hostNow + now;
  return Number.isNaN(at) ? null : Math.min(at, now + farthestMs);
}

function momentOfNumber(number: number, now: number, hostNow: number): number {
  if (number < 1_000_000_000) return now + Math.max(0, number) * 1_000;
  return (number < 100_000_000_000 ? number * 1_000 : number) - hostNow + now;
}

/** The host's clock by its own Date header: a skewed clock must not move the reset. */
function hostClock(headers: Headers, now: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

/** The budget that an answer's headers give, or null when they give none. */
export function quotaReading(headers: Headers, now: number): QuotaReading | null {
  for (const [limitName, remainingName, resetName] of families) {
    const limit = Number(headers.get(limitName) ?? Number.NaN);
    const remaining = Number(headers.get(remainingName) ?? Number.NaN);
    if (!Number.isFinite(limit) || !Number.isFinite(remaining)) continue;
    const resetAt = moment(headers.get(resetName) ?? '', now, hostClock(headers, now));
    if (resetAt === null && limit > 0) continue;
    return { limit, remaining: Math.max(0, remaining), resetAt: resetAt ?? now };
  }
  return null;
}

/** When Retry-After lets us come back, or null when the header is absent or nonsense. */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after');
  return text === null ? null : moment(text, now, hostClock(headers, now));
}
