import { Fault } from '@linescope/contract/fault';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const limits = { running: 2, runningOfKey: 2, waitingOfKey: 10, waitMs: 60_000 };

/** Work that notes when it starts and ends when it is told to. */
function controlled() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      ends.set(name, () => resolve(name));
    });
  return { started, work, end: (name: string) => ends.get(name)?.() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('one entity’s many requests do not keep another’s first one waiting', async () => {
  const queue = createFairQueue('reports', limits);
  const { started, work, end } = controlled();
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'].map((name) => queue.run(name.charAt(0), work(name)));
  expect(started).toEqual(['a1', 'a2']);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']) {
    end(name);
    await turn();
  }
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']);
  expect(await Promise.all(all)).toHaveLength(7);
});

test('an entity has only its own number of places, and leaves the others to the rest', async () => {
  const queue = createFairQueue('reports', { ...limits, running: 3, runningOfKey: 1 });
  const { started, work, end } = controlled();
  const all = ['a1', 'a2', 'b1'].map((name) => queue.run(name.charAt(0), work(name)));
  expect(started).toEqual(['a1', 'b1']);
  end('a1');
  await turn();
  expect(started).toEqual(['a1', 'b1', 'a2']);
  end('a2');
  end('b1');
  await Promise.all(all);
});

test('429: with too many waiting, or after waiting too long, the sentence and Retry-After say when to come back', async () => {
  const queue = createFairQueue('reports', { running: 1, runningOfKey: 1, waitingOfKey: 1, waitMs: 20 });
  const { started, work, end } = controlled();
  const first = queue.run('a', work('a1'));
  const second = queue.run('a', work('a2')).catch((error: unknown) => error);
  const third = await queue.run('a', work('a3')).catch((error: unknown) => error);
  for (const refused of [third, await second]) {
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({
      responseEm: 'response_rate_limited',
      message: 'Too many reports of yours are under way. Try again in 1 s.',
      headers: { 'retry-after': '1' },
    });
  }
  end('a1');
  await first;
  const fourth = queue.run('a', work('a4'));
  end('a4');
  await fourth;
  expect(started).toEqual(['a1', 'a4']);
});

test('work that fails gives its place back', async () => {
  const queue = createFairQueue('reports', { ...limits, running: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('a', async () => 'done')).toBe('done');
});
