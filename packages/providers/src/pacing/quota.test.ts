import fc from 'fast-check';
import { expect, test } from 'vitest';
import { left, observe, type QuotaState, readyAt, refund, reserve } from './quota.ts';

const hour = 3_600_000;
const start = 1_000_000;
const full: QuotaState = {
  limit: 60,
  remaining: 60,
  resetAt: start + hour,
  windowMs: hour,
  nextAt: 0,
  blockedUntil: 0,
};

/** Spends as fast as the rules allow and gives when each call went out. */
function spend(state: QuotaState, calls: number): number[] {
  const times: number[] = [];
  let now = start;
  let current = state;
  while (times.length < calls) {
    now = Math.max(now, readyAt(current, now));
    const next = reserve(current, now);
    expect(next.granted).toBe(true);
    current = next.state;
    times.push(now);
  }
  return times;
}

test('the first calls of a window go at once, the rest are spread to its end', () => {
  const times = spend(full, 60);
  expect(times.filter((time) => time === start).length).toBeGreaterThanOrEqual(6);
  expect(times.filter((time) => time === start).length).toBeLessThanOrEqual(8);
  expect(times.at(-1)).toBeGreaterThan(start + 0.9 * hour);
  expect(times.at(-1)).toBeLessThan(start + hour);
});

test('what others spent of the same token is missed by pacing, not by standing still', () => {
  const times = spend({ ...full, remaining: 12 }, 12);
  expect(times[1]).toBeLessThanOrEqual(start + hour / 12);
  expect(times.at(-1)).toBeLessThan(start + hour);
});

test('nothing goes out before the reset once the budget is empty', () => {
  expect(readyAt({ ...full, remaining: 0 }, start)).toBe(start + hour + 2_000);
  expect(reserve({ ...full, remaining: 0 }, start + hour).granted).toBe(false);
  expect(reserve({ ...full, remaining: 0 }, start + hour + 2_000).granted).toBe(true);
  expect(reserve({ ...full, remaining: 0 }, start).granted).toBe(false);
});

test('no window ever holds more calls than its limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 400 }), (limit, calls) => {
      const times = spend({ ...full, limit, remaining: limit }, calls);
      const firstWindow = times.filter((time) => time < start + hour).length;
      expect(firstWindow).toBeLessThanOrEqual(limit);
    }),
  );
});

test('a host that reports 0 of 0 keeps no budget and is not waited for', () => {
  const state = observe(null, { limit: 0, remaining: 0, resetAt: start }, start, hour);
  expect(readyAt(state, start)).toBe(start);
  expect(left(state, start)).toBe(Number.POSITIVE_INFINITY);
});

test('of two figures for one window the smaller counts', () => {
  const spent = { ...full, remaining: 40 };
  expect(observe(spent, { limit: 60, remaining: 45, resetAt: full.resetAt }, start, hour).remaining).toBe(40);
  expect(observe(spent, { limit: 60, remaining: 30, resetAt: full.resetAt + 1_000 }, start, hour).remaining).toBe(30);
});

test('a new window starts with the host’s own figure', () => {
  const reading = { limit: 60, remaining: 59, resetAt: full.resetAt + hour };
  expect(observe({ ...full, remaining: 0 }, reading, full.resetAt + 1, hour).remaining).toBe(59);
});

test('an answer that the host does not count goes back into the budget', () => {
  expect(refund({ ...full, remaining: 40 }).remaining).toBe(41);
  expect(refund(full).remaining).toBe(60);
});
