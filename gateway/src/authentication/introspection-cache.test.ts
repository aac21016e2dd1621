import { describe, expect, test } from 'vitest';
import { hashToken } from './bearer-token.ts';
import { type Caller, createIntrospectionCache } from './introspection-cache.ts';

const CALLER: Caller = {
  tokenId: 1,
  entityId: 1,
  rateLimitPerMinute: 600,
  expiresAtMs: 0,
  allowedOrigins: [],
  principalHeader: 'signed',
};

function watched(answers: (Caller | null)[]) {
  const clock = { now: 1_000 };
  const gates: (() => void)[] = [];
  const introspections = createIntrospectionCache(
    () =>
      new Promise((resolve) => {
        const answer = answers.shift() ?? null;
        gates.push(() => resolve(answer));
      }),
    () => clock.now,
  );
  /** Lets the oldest request be answered. */
  const release = async () => {
    gates.shift()?.();
    await new Promise(setImmediate);
  };
  return { clock, introspections, release, pending: () => gates.length };
}

describe('an introspected token', () => {
  test('is cached for ten seconds from when identity was asked', async () => {
    const { clock, introspections, release } = watched([CALLER]);
    const asked = introspections.introspect('a');
    clock.now += 2_000;
    await release();
    expect(await asked).toBe(CALLER);
    clock.now += 7_999;
    expect(introspections.cached('a')).toBe(CALLER);
    clock.now += 1;
    expect(introspections.cached('a')).toBeUndefined();
  });

  test('is cached no longer than it is valid', async () => {
    const { clock, introspections, release } = watched([{ ...CALLER, expiresAtMs: 4_000 }]);
    void introspections.introspect('a');
    await release();
    clock.now = 3_999;
    expect(introspections.cached('a')).toBeDefined();
    clock.now = 4_001;
    expect(introspections.cached('a')).toBeUndefined();
  });

  test('is dropped from the cache when it changes, whether valid or not', async () => {
    const { introspections, release } = watched([CALLER, null]);
    for (const token of ['good', 'bad']) {
      void introspections.introspect(token);
      await release();
    }
    expect([introspections.cached('good'), introspections.cached('bad')]).toEqual([CALLER, null]);
    introspections.invalidate(hashToken('good'));
    introspections.invalidate(hashToken('bad'));
    expect([introspections.cached('good'), introspections.cached('bad')]).toEqual([undefined, undefined]);
  });

  test('is introspected again when it changed before the answer came', async () => {
    const { introspections, release, pending } = watched([CALLER, null]);
    const asked = introspections.introspect('a');
    introspections.invalidate(hashToken('a'));
    await release();
    expect(introspections.cached('a')).toBeUndefined();
    expect(pending()).toBe(1);
    await release();
    expect(await asked).toBeNull();
  });

  test('is introspected again when the broker reconnected before the answer came', async () => {
    const { introspections, release } = watched([CALLER, null]);
    const asked = introspections.introspect('a');
    introspections.invalidateAll();
    await release();
    await release();
    expect(await asked).toBeNull();
  });
});

test('a failed introspection is not cached', async () => {
  let fail = true;
  const introspections = createIntrospectionCache(async () => {
    if (fail) throw new Error('unavailable');
    return CALLER;
  });
  await expect(introspections.introspect('a')).rejects.toThrow('unavailable');
  fail = false;
  expect(await introspections.introspect('a')).toBe(CALLER);
});

test('the cache never holds more than its limit, and a flood of invalid tokens evicts no valid one', async () => {
  const valid = new Set(['97', '98', '99', 'good']);
  const introspect = async (token: string) => (valid.has(token) ? CALLER : null);
  const introspections = createIntrospectionCache(introspect, Date.now, { callers: 3, invalid: 3 });
  await introspections.introspect('good');
  for (let token = 0; token < 97; token += 1) await introspections.introspect(String(token));
  expect(['93', '94', '95', '96', 'good'].map((token) => introspections.cached(token))).toEqual([
    undefined,
    null,
    null,
    null,
    CALLER,
  ]);
  for (const token of ['97', '98', '99']) await introspections.introspect(token);
  expect(['good', '97', '98', '99'].map((token) => introspections.cached(token))).toEqual([
    undefined,
    CALLER,
    CALLER,
    CALLER,
  ]);
});
