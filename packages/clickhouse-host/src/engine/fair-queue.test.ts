import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

const by = (client: string, onBehalfOf = '') => ({ client, onBehalfOf });

function drain(queue: ReturnType<typeof fairQueue<string>>): string[] {
  const served: string[] = [];
  for (let item = queue.shift(); item; item = queue.shift()) served.push(item);
  return served;
}

it('serves clients in turn, each in its own order', () => {
  const queue = fairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) queue.push(by(item.slice(0, 1)), item);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(queue.size).toBe(0);
});

it('refuses what goes past its capacity, until there is space again', () => {
  const queue = fairQueue<string>(2);
  expect([queue.push(by('a'), 'a1'), queue.push(by('b'), 'b1'), queue.push(by('a'), 'a2')]).toEqual([
    true,
    true,
    false,
  ]);
  queue.shift();
  expect(queue.push(by('a'), 'a2')).toBe(true);
});

it('forgets what is taken out, and nothing else', () => {
  const queue = fairQueue<string>(10);
  for (const item of ['a1', 'a2', 'b1']) queue.push(by(item.slice(0, 1)), item);
  expect(queue.remove(by('a'), 'a1')).toBe(true);
  expect(queue.remove(by('a'), 'a1')).toBe(false);
  expect(queue.remove(by('b'), 'b1')).toBe(true);
  expect(drain(queue)).toEqual(['a2']);
});

it('serves those that a client asks for in turn, and clients still by one each', () => {
  const queue = fairQueue<string>(20);
  for (const item of ['x1', 'x2', 'x3', 'y1', 'z1', 'z2']) queue.push(by('reads', item.slice(0, 1)), item);
  for (const item of ['w1', 'w2', 'w3']) queue.push(by('writes'), item);
  expect(drain(queue)).toEqual(['x1', 'w1', 'y1', 'w2', 'z1', 'w3', 'x2', 'z2', 'x3']);
  expect(queue.size).toBe(0);
});

it('passes over those that may not run yet, which keep their turn', () => {
  const queue = fairQueue<string>(10);
  for (const item of ['w1', 'w2', 'r1', 'r2']) queue.push(by(item.slice(0, 1)), item);
  const reads = (item: string) => item.startsWith('r');
  expect(queue.shift(reads)).toBe('r1');
  expect(queue.has(reads)).toBe(true);
  expect(queue.shift(reads)).toBe('r2');
  expect(queue.has(reads)).toBe(false);
  expect(queue.shift(reads)).toBeUndefined();
  expect(drain(queue)).toEqual(['w1', 'w2']);
});

it('serves next who was served for the shortest time, and nobody saves turns up', () => {
  const queue = fairQueue<string>(20);
  const serve = (milliseconds: number): string | undefined => {
    const item = queue.shift();
    if (item) queue.charge(by('reads', item.slice(0, 1)), milliseconds);
    return item;
  };
  for (const item of ['x1', 'x2', 'x3']) queue.push(by('reads', 'x'), item);
  expect(serve(140)).toBe('x1');
  // Three short ones of another make up for the long one.
  for (const item of ['y1', 'y2', 'y3', 'y4']) queue.push(by('reads', 'y'), item);
  expect([serve(50), serve(50), serve(50)]).toEqual(['y1', 'y2', 'y3']);
  expect([serve(140), serve(50)]).toEqual(['x2', 'y4']);
  // Whoever was away meanwhile has its turn next, but not many turns.
  for (const item of ['z1', 'z2']) queue.push(by('reads', 'z'), item);
  queue.push(by('reads', 'y'), 'y5');
  expect([serve(140), serve(50), serve(50), serve(50)]).toEqual(['z1', 'y5', 'x3', 'z2']);
});
