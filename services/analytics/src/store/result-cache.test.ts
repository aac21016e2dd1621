import { expect, test } from 'vitest';
import { createResultCache } from './result-cache.ts';

const create = () => createResultCache<number[]>({ entries: 2, weight: 100, weigh: (result) => result.length });

/** Counts how often a key was loaded. */
function counting(cache: ReturnType<typeof create>) {
  const loads: string[] = [];
  return {
    loads,
    get: (key: string, size = 1) =>
      cache.getOrLoad(key, async () => {
        loads.push(key);
        return Array<number>(size).fill(0);
      }),
  };
}

test('a result is loaded once, also by callers at the same time', async () => {
  const { get, loads } = counting(create());
  await Promise.all([get('a'), get('a')]);
  await get('a');
  expect(loads).toEqual(['a']);
});

test('the least recently used result is dropped first', async () => {
  const { get, loads } = counting(create());
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(loads).toEqual(['a', 'b', 'c', 'b']);
});

test('a result that would take more than a tenth of the capacity is not stored', async () => {
  const { get, loads } = counting(create());
  await get('a', 10);
  await get('a', 10);
  expect(loads).toEqual(['a', 'a']);
});

test('a load that failed is tried again by the next caller', async () => {
  const cache = create();
  await expect(cache.getOrLoad('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.getOrLoad('a', async () => [1])).toEqual([1]);
});
