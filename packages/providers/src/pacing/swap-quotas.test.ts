import { expect, test } from 'vitest';
import { reserve, unknownQuota } from './quota.ts';
import { type KeptQuota, type QuotaShelf, swapQuotas } from './swap-quotas.ts';

function openShelf() {
  const kept = new Map<string, KeptQuota>();
  let away = false;
  const shelf: QuotaShelf = {
    read: async (keys) => {
      if (away) throw new Error('away');
      return keys.flatMap((key) => kept.get(key) ?? []);
    },
    swap: async (given) => {
      if (away) throw new Error('away');
      const held = kept.get(given.key) ?? { key: given.key, state: null, version: 0 };
      if (held.version !== given.version) return { swapped: false, now: held };
      const now = { ...given, version: given.version + 1 };
      kept.set(given.key, now);
      return { swapped: true, now };
    },
    isAway: (error) => error instanceof Error && error.message === 'away',
  };
  return { shelf, kept, leave: () => (away = true) };
}

const sixty = { ...unknownQuota, limit: 60, remaining: 60, resetAt: 3_600_000, windowMs: 3_600_000 };

test('many who share a shelf never spend the same call', async () => {
  const { shelf, kept } = openShelf();
  await swapQuotas(shelf).update('1:core', () => ({ state: sixty, granted: true }));
  const callers = Array.from({ length: 10 }, () => swapQuotas(shelf));
  const urgent = true;
  const grants = await Promise.all(
    Array.from({ length: 100 }, (_, n) => callers[n % 10]?.update('1:core', (state) => reserve(state, 0, urgent))),
  );
  expect(grants.filter((grant) => grant?.granted)).toHaveLength(60);
  expect(kept.get('1:core')?.state?.remaining).toBe(0);
});

test('while the shelf is away work goes on by what was known last', async () => {
  const { shelf, leave } = openShelf();
  const store = swapQuotas(shelf);
  await store.update('1:core', () => ({ state: { ...sixty, remaining: 1 }, granted: true }));
  leave();
  expect(await store.update('1:core', (state) => reserve(state, 0, true))).toMatchObject({ granted: true });
  expect(await store.update('1:core', (state) => reserve(state, 0, true))).toMatchObject({ granted: false });
  expect((await store.read(['1:core'])).get('1:core')?.remaining).toBe(0);
});
