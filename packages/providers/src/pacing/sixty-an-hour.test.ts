import { expect, test } from 'vitest';
import { z } from 'zod';
import { startLocalHost, testRuntime } from '../testing/local-host.ts';
import { createProviderClient } from './provider-client.ts';

const hour = 3_600_000;

/** A host that gives each token sixty calls an hour and refuses the rest; its log is the referee. */
async function openWorld() {
  const runtime = testRuntime({ maxWaitMs: Number.POSITIVE_INFINITY });
  const { time } = runtime;
  const started = time.now;
  const served: { token: string; at: number }[] = [];
  const windowOf = (at: number) => Math.floor((at - started) / hour);
  const host = await startLocalHost(({ headers }) => {
    const token = headers.get('authorization') ?? '';
    served.push({ token, at: time.now });
    const window = windowOf(time.now);
    const used = served.filter((call) => call.token === token && windowOf(call.at) === window).length;
    const rate = {
      date: new Date(time.now).toUTCString(),
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(Math.max(0, 60 - used)),
      'x-ratelimit-reset': String(Math.ceil((started + (window + 1) * hour) / 1_000)),
    };
    return used > 60 ? { status: 429, headers: rate } : { body: {}, headers: rate };
  });
  const openWorker = () =>
    createProviderClient({
      baseUrl: host.url,
      runtime,
      windowMs: hour,
      connections: ['one', 'two'].map((id) => ({ id, headers: { authorization: id }, secrets: [] })),
    });
  const work = async (client: ReturnType<typeof openWorker>, calls: number) => {
    for (let call = 0; call < calls; call++) await client.send({ path: 'thing', schema: z.object({}) });
  };
  const perWindow = () => {
    const counts = Map.groupBy(served, ({ token, at }) => `${token} in hour ${windowOf(at)}`);
    return new Map([...counts].map(([key, calls]) => [key, calls.length]));
  };
  return {
    openWorker,
    work,
    served,
    perWindow,
    elapsed: () => time.now - started,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

test('two connections of sixty calls an hour each make no call beyond it, by the host’s own log', async () => {
  await using world = await openWorld();
  await world.work(world.openWorker(), 400);
  expect(world.served).toHaveLength(400);
  expect(Math.max(...world.perWindow().values())).toBeLessThanOrEqual(60);
  // Both do their share, and the budget is used: 400 calls at 120 an hour take less than four hours.
  expect(world.perWindow().get('one in hour 0')).toBeGreaterThan(50);
  expect(world.perWindow().get('two in hour 0')).toBeGreaterThan(50);
  expect(world.elapsed()).toBeLessThan(4 * hour);
});

test('workers that share a store share the budget', async () => {
  await using world = await openWorld();
  await world.work(world.openWorker(), 1);
  await Promise.all([1, 2, 3].map(() => world.work(world.openWorker(), 100)));
  expect(world.served).toHaveLength(301);
  expect(Math.max(...world.perWindow().values())).toBeLessThanOrEqual(60);
});
