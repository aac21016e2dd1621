import { expect, test } from 'vitest';
import { createByteShares } from './byte-shares.ts';

const LIMITS = { bytesPerSecond: 100, savedBytes: 200, waitingOfEntity: 2, waitMs: 10_000 };
const [GREEDY, OTHER] = [1, 2];

/** Shares on a clock that the test moves. */
function watched() {
  let now = 0;
  const due: { at: number; work(): void }[] = [];
  const shares = createByteShares(LIMITS, {
    now: () => now,
    later: (ms, work) => void due.push({ at: now + ms, work }),
  });
  const turns: string[] = [];
  const ask = async (entityId: number, name: string, bytes: number) => {
    const turn = await shares.begin(entityId);
    turns.push(name);
    turn.charge(bytes);
    turn.end();
  };
  /** Lets time pass, a little at a time; what is due is done. */
  const pass = async (ms: number) => {
    for (const until = now + ms; now < until; now += 10) {
      for (const one of due.filter(({ at }) => at <= now)) {
        due.splice(due.indexOf(one), 1);
        one.work();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ask, turns, pass, begin: shares.begin };
}

test('a tenant alone is never kept waiting, however much is read', async () => {
  const { ask, turns } = watched();
  for (let call = 0; call < 20; call += 1) await ask(GREEDY, 'greedy', 1_000);
  expect(turns).toHaveLength(20);
});

test('a tenant with large answers waits while another asks, who does not; what was saved is spent first', async () => {
  const { ask, turns, pass } = watched();
  await ask(OTHER, 'other', 1);
  await ask(GREEDY, 'greedy 1', 300);
  const second = ask(GREEDY, 'greedy 2', 1);
  await ask(OTHER, 'other', 1);
  expect(turns).toEqual(['other', 'greedy 1', 'other']);
  await pass(900);
  expect(turns).toEqual(['other', 'greedy 1', 'other']);
  await pass(200);
  await second;
  expect(turns.at(-1)).toBe('greedy 2');
});

test('whoever waited goes on at once when nobody else asks any more', async () => {
  const { ask, turns, pass } = watched();
  await ask(OTHER, 'other', 1);
  await ask(GREEDY, 'greedy 1', 100_000);
  const second = ask(GREEDY, 'greedy 2', 1);
  await pass(2_200);
  await second;
  expect(turns).toEqual(['other', 'greedy 1', 'greedy 2']);
});

test('429: more than may wait, and one that waited too long', async () => {
  const { ask, pass, begin } = watched();
  const open = await begin(OTHER);
  await ask(GREEDY, 'greedy 1', 1_000_000);
  const waiting = [ask(GREEDY, 'greedy 2', 1), ask(GREEDY, 'greedy 3', 1)].map((one) =>
    expect(one).rejects.toThrow(/Try again in 2 s/),
  );
  await expect(ask(GREEDY, 'greedy 4', 1)).rejects.toMatchObject({
    responseEm: 'response_rate_limited',
    headers: { 'retry-after': '2' },
  });
  await pass(11_100);
  await Promise.all(waiting);
  open.end();
});

test('a tenant that comes back while it still owes is let in at once, without a look at the clock for every moment of its debt', async () => {
  let [now, looks] = [0, 0];
  const clock = {
    now: () => {
      looks += 1;
      if (looks > 100) throw new Error('the clock is looked at again and again');
      return now;
    },
    later: () => {},
  };
  const shares = createByteShares(LIMITS, clock);
  const turn = await shares.begin(GREEDY);
  turn.charge(100_000);
  turn.end();
  now += 5_000;
  (await shares.begin(GREEDY)).end();
});
