import { expect, test } from 'vitest';
import { limitPerKey } from './limit-per-key.ts';

/** Work that ends when it is aborted. */
function started(limited: ReturnType<typeof limitPerKey>, key: string, names: string[], log: string[]) {
  const ends = new Map<string, PromiseWithResolvers<void>>(names.map((name) => [name, Promise.withResolvers<void>()]));
  const all = names.map((name) =>
    limited(key, async () => {
      log.push(name);
      await ends.get(name)?.promise;
    }),
  );
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await all[names.indexOf(name)]?.catch(() => {});
    await new Promise(setImmediate);
  };
  return { end, fail: (name: string) => ends.get(name)?.reject(new Error('lost')), all };
}

test('tasks over the limit wait for those of their own key, and another key runs at once', async () => {
  const limited = limitPerKey(2);
  const log: string[] = [];
  const large = started(limited, 'large', ['l1', 'l2', 'l3', 'l4'], log);
  const small = started(limited, 'small', ['s1'], log);
  expect(log).toEqual(['l1', 'l2', 's1']);
  await large.end('l2');
  expect(log).toEqual(['l1', 'l2', 's1', 'l3']);
  await large.end('l1');
  expect(log).toEqual(['l1', 'l2', 's1', 'l3', 'l4']);
  for (const name of ['l3', 'l4']) await large.end(name);
  await small.end('s1');
});

test('a task that fails frees its slot too', async () => {
  const limited = limitPerKey(1);
  const log: string[] = [];
  const work = started(limited, 'one', ['a', 'b'], log);
  work.fail('a');
  await expect(work.all[0]).rejects.toThrow('lost');
  await work.end('b');
  expect(log).toEqual(['a', 'b']);
});
