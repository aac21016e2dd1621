import { describe, expect, test } from 'vitest';
import { hashToken } from './bearer-token.ts';
import { createExpiringMap } from './expiring-map.ts';
import { type Caller, createIntrospections } from './introspections.ts';

const CALLER: Caller = { tokenId: 1, rateLimitPerMinute: 600, principalHeader: 'signed' };

function watched(answers: (Caller | null)[]) {
  const clock = { now: 1_000 };
  const gates: (() => void)[] = [];
  const introspections = createIntrospections(
    () =>
      new Promise((resolve) => {
        const answer = answers.shift() ?? null;
        gates.push(() => resolve(answer));
      }),
    () => clock.now,
  );
  /** Lets the oldest question be answered. */
  const release = async () => {
    gates.shift()?.();
    await new Promise(setImmediate);
  };
  return { clock, introspections, release, questions: () => gates.length };
}

describe('what was learned of a token', () => {
  test('is believed for ten seconds from when it was asked for', async () => {
    const { clock, introspections, release } = watched([CALLER]);
    const asked = introspections.ask('a');
    clock.now += 2_000;
    await release();
    expect(await asked).toBe(CALLER);
    clock.now += 7_999;
    expect(introspections.known('a')).toBe(CALLER);
    clock.now += 1;
    expect(introspections.known('a')).toBeUndefined();
  });

  test('is forgotten at a word, whether good or bad', async () => {
    const { introspections, release } = watched([CALLER, null]);
    for (const token of ['good', 'bad']) {
      void introspections.ask(token);
      await release();
    }
    expect([introspections.known('good'), introspections.known('bad')]).toEqual([CALLER, null]);
    introspections.forget(hashToken('good'));
    introspections.forget(hashToken('bad'));
    expect([introspections.known('good'), introspections.known('bad')]).toEqual([undefined, undefined]);
  });

  test('is not believed when the token changed before the answer came', async () => {
    const { introspections, release, questions } = watched([CALLER, null]);
    const asked = introspections.ask('a');
    introspections.forget(hashToken('a'));
    await release();
    expect(introspections.known('a')).toBeUndefined();
    expect(questions()).toBe(1);
    await release();
    expect(await asked).toBeNull();
  });

  test('is not believed when the broker came back before the answer came', async () => {
    const { introspections, release } = watched([CALLER, null]);
    const asked = introspections.ask('a');
    introspections.forgetAll();
    await release();
    await release();
    expect(await asked).toBeNull();
  });
});

test('a failed question is not remembered', async () => {
  let fail = true;
  const introspections = createIntrospections(async () => {
    if (fail) throw new Error('away');
    return CALLER;
  });
  await expect(introspections.ask('a')).rejects.toThrow('away');
  fail = false;
  expect(await introspections.ask('a')).toBe(CALLER);
});

test('the cache never holds more than its limit, and lets the oldest go first', () => {
  const map = createExpiringMap<number>(3, () => 0);
  for (let key = 0; key < 100; key++) map.set(String(key), key, 10);
  expect(map.size).toBe(3);
  expect([96, 97, 98, 99].map((key) => map.get(String(key)))).toEqual([undefined, 97, 98, 99]);
});
