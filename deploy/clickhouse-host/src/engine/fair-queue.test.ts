import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

function drain(queue: ReturnType<typeof fairQueue<string>>): string[] {
  const served: string[] = [];
  for (let item = queue.shift(); item; item = queue.shift()) served.push(item);
  return served;
}

it('serves clients in turn, each in its own order', () => {
  const queue = fairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) queue.push(item.slice(0, 1), item);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(queue.size).toBe(0);
});

it('refuses what goes past its capacity, until there is room again', () => {
  const queue = fairQueue<string>(2);
  expect([queue.push('a', 'a1'), queue.push('b', 'b1'), queue.push('a', 'a2')]).toEqual([true, true, false]);
  queue.shift();
  expect(queue.push('a', 'a2')).toBe(true);
});

it('forgets what is taken out, and nothing else', () => {
  const queue = fairQueue<string>(10);
  for (const item of ['a1', 'a2', 'b1']) queue.push(item.slice(0, 1), item);
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.remove('b', 'b1')).toBe(true);
  expect(drain(queue)).toEqual(['a2']);
});
