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
  const asked: number[] = [];
  for (let call = 0; call < 7; call += 1) {
    asked.push(performance.now());
    await transport({ method: 'GET', url: new URL('http://host/'), headers: {} });
  }
  expect(at).toHaveLength(7);
  // From when the fourth was asked for, which is made at once.
  const [, , , fourth = 0] = asked;
  expect(at.slice(4).map((time, index) => time - fourth >= 30 * (index + 1))).toEqual([true, true, true]);
  expect(at[3]).toBeLessThan(at[4] ?? 0);
});
