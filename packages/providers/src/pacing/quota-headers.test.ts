import { expect, test } from 'vitest';
import { quotaReading, retryAfter } from './quota-headers.ts';

const now = Date.parse('2026-10-08T12:00:00Z');

test.each([
  [
    'seconds since 1970',
    { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1791464400' },
  ],
  [
    'milliseconds since 1970',
    { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1791464400000' },
  ],
  ['seconds from now', { 'ratelimit-limit': '60', 'ratelimit-remaining': '7', 'ratelimit-reset': '3600' }],
  ['a date', { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '2026-10-08T13:00Z' }],
])('a reset may be given as %s', (_name, headers) => {
  expect(quotaReading(new Headers(headers), now)).toEqual({ limit: 60, remaining: 7, resetAt: now + 3_600_000 });
});

test('a host whose clock is wrong does not move the reset', () => {
  const headers = new Headers({
    date: 'Thu, 08 Oct 2026 12:10:00 GMT',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '7',
    'x-ratelimit-reset': '1791465000',
  });
  expect(quotaReading(headers, now)?.resetAt).toBe(now + 3_600_000);
});

test('an answer without a budget gives none', () => {
  expect(quotaReading(new Headers({ 'x-ratelimit-limit': '60' }), now)).toBeNull();
  expect(quotaReading(new Headers(), now)).toBeNull();
});

test('Retry-After is seconds or a date', () => {
  expect(retryAfter(new Headers({ 'retry-after': '30' }), now)).toBe(now + 30_000);
  expect(retryAfter(new Headers({ 'retry-after': 'Thu, 08 Oct 2026 12:01:00 GMT' }), now)).toBe(now + 60_000);
  expect(retryAfter(new Headers({ 'retry-after': 'soon' }), now)).toBeNull();
});

test('a moment years ahead is a mistake, and is waited for a day at most', () => {
  expect(retryAfter(new Headers({ 'retry-after': '999999999' }), now)).toBe(now + 86_400_000);
  const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4000000000' };
  expect(quotaReading(new Headers(headers), now)?.resetAt).toBe(now + 86_400_000);
});
