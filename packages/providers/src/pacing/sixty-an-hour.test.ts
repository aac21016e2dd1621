import { expect, test } from 'vitest';
import { z } from 'zod';
import { startLocalHost, testRuntime } from '../testing/local-host.ts';
import { createProviderClient } from './provider-client.ts';

const hour = 3_600_000;

test('two connections of sixty calls an hour each make no call beyond it, by the host’s own log', async () => {
  const runtime = testRuntime({ maxWaitMs: Number.POSITIVE_INFINITY });
  const { time } = runtime;
  const started = time.now;
  const served: { token: string; at: number }[] = [];
  const windowOf = (at: number) => Math.floor((at - started) / hour);

  await using host = await startLocalHost(({ headers }) => {
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

  const client = createProviderClient({
    baseUrl: host.url,
    runtime,
    windowMs: hour,
    connections: ['one', 'two'].map((id) => ({ id, headers: { authorization: id }, secrets: [] })),
  });
  for (let call = 0; call < 400; call++) await client.send({ path: 'thing', schema: z.object({}) });

  const perWindow = new Map<string, number>();
  for (const { token, at } of served) {
    const key = `${token} in hour ${windowOf(at)}`;
    perWindow.set(key, (perWindow.get(key) ?? 0) + 1);
  }
  expect(served).toHaveLength(400);
  expect(Math.max(...perWindow.values())).toBeLessThanOrEqual(60);
  // Both do their share, and the budget is used: 400 calls at 120 an hour take less than four hours.
  expect(perWindow.get('one in hour 0')).toBeGreaterThan(50);
  expect(perWindow.get('two in hour 0')).toBeGreaterThan(50);
  expect(time.now - started).toBeLessThan(4 * hour);
});
