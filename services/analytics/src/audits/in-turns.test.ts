import { expect, test } from 'vitest';
import { mapInTurns } from './in-turns.ts';

test('a long list is mapped in order, and others have their turn before it is done', async () => {
  const items = Array.from({ length: 1_200 }, (_, index) => index);
  let mapped = 0;
  const seen = new Promise<number>((resolve) => setImmediate(() => resolve(mapped)));
  const doubled = await mapInTurns(items, (item) => {
    mapped += 1;
    return item * 2;
  });
  expect(doubled).toEqual(items.map((item) => item * 2));
  expect(await seen).toBeLessThan(items.length);
});
