import { expect, test } from 'vitest';
import { spaceCalls } from './space-calls.ts';

test('the first calls are made at once, later ones with time between them', async () => {
  const at: number[] = [];
  const transport = spaceCalls(
    async () => {
      at.push(performance.now());
      return { status: 200, headers: new Headers(), body: '[]' };
    },
    { freely: 3, everyMs: 30 },
  );
  const began = performance.now();
  for (let call = 0; call < 7; call += 1) await transport({ method: 'GET', url: new URL('http://host/'), headers: {} });
  const [, , , fourth = 0, ...later] = at;
  expect(at).toHaveLength(7);
  // Timers may end a millisecond early.
  expect(later.map((time, index) => time - fourth >= 29 * (index + 1))).toEqual([true, true, true]);
  expect(fourth - began).toBeLessThan((later[0] ?? 0) - began);
});
