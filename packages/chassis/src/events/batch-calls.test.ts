import { expect, test } from 'vitest';
import { batchCalls } from './batch-calls.ts';

test('calls that come during one are answered together, each key on its own', async () => {
  const answered: [string, number[]][] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const call = batchCalls(async (key: string, values: number[]) => {
    answered.push([key, values]);
    await gates[answered.length - 1]?.promise;
  });
  const first = call('a', 1);
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  const rest = [call('a', 2), call('a', 3), call('b', 4)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([
    ['a', [1]],
    ['b', [4]],
  ]);
  for (const gate of gates) gate.resolve();
  await Promise.all([first, ...rest]);
  expect(answered[2]).toEqual(['a', [2, 3]]);
});

test('a call that fails fails those gathered with it, and the next is made anew', async () => {
  let calls = 0;
  const call = batchCalls(async () => {
    calls += 1;
    if (calls === 1) throw new Error('away');
  });
  await expect(Promise.all([call(1, 1), call(1, 2)])).rejects.toThrow('away');
  await call(1, 3);
  expect(calls).toBe(2);
});
