import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWeightedCache } from './weighted-cache.ts';

test('what was used last is kept, and what was not used longest goes first', () => {
  const cache = createWeightedCache<string>(10);
  cache.keep('a', 'first', 4);
  cache.keep('b', 'second', 4);
  cache.get('a');
  cache.keep('c', 'third', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['first', undefined, 'third']);
});

test('what is heavier than the whole is not kept, and replaces what it was', () => {
  const cache = createWeightedCache<string>(10);
  cache.keep('a', 'light', 1);
  cache.keep('a', 'heavy', 11);
  expect(cache.get('a')).toBeUndefined();
});

test('the weight of all that is kept never passes the bound', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 12 }))), (kept) => {
      const cache = createWeightedCache<number>(20);
      for (const [key, weight] of kept) cache.keep(String(key), weight, weight);
      const weights = Array.from({ length: 10 }, (_, key) => cache.get(String(key)) ?? 0);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(20);
    }),
  );
});
