import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to. */
function started(inTurn: ReturnType<typeof createTurns>, asker: string, names: string[], log: string[]) {
  const ends = new Map<string, PromiseWithResolvers<void>>(names.map((name) => [name, Promise.withResolvers<void>()]));
  const all = names.map((name) =>
    inTurn(asker, async () => {
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

test('one who asks for much waits for its own, and another is served at once', async () => {
  const inTurn = createTurns(2);
  const log: string[] = [];
  const large = started(inTurn, 'large', ['l1', 'l2', 'l3', 'l4'], log);
  const small = started(inTurn, 'small', ['s1'], log);
  expect(log).toEqual(['l1', 'l2', 's1']);
  await large.end('l2');
  expect(log).toEqual(['l1', 'l2', 's1', 'l3']);
  await large.end('l1');
  expect(log).toEqual(['l1', 'l2', 's1', 'l3', 'l4']);
  for (const name of ['l3', 'l4']) await large.end(name);
  await small.end('s1');
});

test('work that fails gives its place on too', async () => {
  const inTurn = createTurns(1);
  const log: string[] = [];
  const work = started(inTurn, 'one', ['a', 'b'], log);
  work.fail('a');
  await expect(work.all[0]).rejects.toThrow('lost');
  await work.end('b');
  expect(log).toEqual(['a', 'b']);
});
