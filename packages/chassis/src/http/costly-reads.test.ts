import type { Principal } from '@linescope/contract/principal';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCostlyReads } from './costly-reads.ts';
import { defineRoute, ok } from './route.ts';

const principal = (entityId: number, tokenId: number): Principal => ({
  tokenId,
  entityId,
  entitySlug: `e${entityId}`,
  userId: 1,
  role: 'admin',
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A route whose reads end when the test says so. */
function slowRoute(limits: { running: number; runningOfKey: number; waitingOfKey: number; ofToken: number }) {
  const open: (() => void)[] = [];
  const started: string[] = [];
  const route = defineRoute({
    method: 'GET',
    path: '/reports',
    action: 'action_report',
    summary: 'A report',
    role: 'member',
    input: z.object({ name: z.string() }),
    output: z.unknown(),
    async handle({ name }) {
      started.push(name);
      await new Promise<void>((resolve) => open.push(resolve));
      return ok(name);
    },
  });
  const reads = createCostlyReads({ ...limits, waitMs: 60_000 });
  const limited = reads.limit(route);
  const read = (name: string, as: Principal, signal = new AbortController().signal) =>
    limited.handle({ name }, { principal: as, traceIdentifier: 't', signal });
  return { read, started, giveWay: reads.giveWay, end: () => open.shift()?.() };
}

test('a tenant that asks for everything at once does not keep another’s report waiting behind its own', async () => {
  const { read, started, end } = slowRoute({ running: 3, runningOfKey: 2, waitingOfKey: 50, ofToken: 50 });
  const all = Array.from({ length: 10 }, (_, index) => read(`a${index}`, principal(1, 1)));
  all.push(read('b', principal(2, 2)));
  expect(started).toEqual(['a0', 'a1', 'b']);
  for (let done = 0; done < all.length; done += 1) {
    end();
    await turn();
  }
  expect(await Promise.all(all)).toHaveLength(11);
});

test('429: a token with too many reads at a time is told when to come back, another token of the entity is not', async () => {
  const { read, started, end } = slowRoute({ running: 9, runningOfKey: 9, waitingOfKey: 50, ofToken: 2 });
  const two = [read('1', principal(1, 1)), read('2', principal(1, 1))];
  await expect(read('3', principal(1, 1))).rejects.toMatchObject({
    responseEm: 'response_rate_limited',
    headers: { 'retry-after': '2' },
  });
  const other = read('4', principal(1, 2));
  expect(started).toEqual(['1', '2', '4']);
  for (const _ of [1, 2, 3]) end();
  await Promise.all([...two, other]);
  const again = read('5', principal(1, 1));
  await turn();
  end();
  await again;
});

test('a read whose client went away while it waited is not begun', async () => {
  const { read, started, end } = slowRoute({ running: 1, runningOfKey: 1, waitingOfKey: 5, ofToken: 5 });
  const first = read('1', principal(1, 1));
  const gone = new AbortController();
  const second = read('2', principal(1, 1), gone.signal).catch((error: unknown) => error);
  gone.abort(new Error('gone'));
  end();
  await first;
  expect(String(await second)).toContain('gone');
  expect(started).toEqual(['1']);
});

test('an export rests a third as long as its last part took while another tenant asks, and not where it is alone', async () => {
  const { read, giveWay, end } = slowRoute({ running: 9, runningOfKey: 9, waitingOfKey: 5, ofToken: 5 });
  const rests: number[] = [];
  const rest = async (ms: number) => rests.push(ms);
  const own = read('part', principal(1, 1));
  end();
  await own;
  await giveWay(1, 60_000, rest);
  expect(rests).toEqual([]);
  const other = read('report', principal(2, 2));
  end();
  await other;
  await giveWay(1, 900, rest);
  await giveWay(1, 60_000, rest);
  expect(rests).toEqual([300, 2_000]);
});
