/** However much a host answers, a reading ends: by pages, calls, bytes or time, and at once when its caller stops waiting. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ProviderError } from './errors.ts';
import { createProviderClient } from './pacing/provider-client.ts';
import { createRuntime, type RuntimeOptions } from './pacing/runtime.ts';
import { understand } from './pacing/understand.ts';
import { startLocalHost, testRuntime } from './testing/local-host.ts';
import { endlessly } from './testing/paging.ts';
import { subjects } from './testing/subjects.ts';

const listed = subjects.filter(({ name }) => !name.startsWith('vendorC'));

describe.concurrent.each(listed)('$name', (subject) => {
  test('a list without an end is read up to its bound, and reported', async () => {
    await using local = await startLocalHost(endlessly(subject.works));
    const runtime = testRuntime({ limits: { pages: 12 } });
    await expect(subject.read(local.url, runtime)).rejects.toMatchObject({ code: 'reading_too_large' });
    // A page of pull requests brings calls for each of them at some hosts.
    expect(local.log.length).toBeLessThan(12 * 30);
  });
});

const clientOf = (url: string, options: RuntimeOptions) =>
  createProviderClient({
    baseUrl: url,
    connections: [{ id: 'one', headers: {}, secrets: [] }],
    runtime: testRuntime(options),
  });
const anything = { path: 'x', schema: z.unknown() };

test.each<[what: string, limits: RuntimeOptions['limits'], calls: number]>([
  ['calls', { calls: 3 }, 3],
  ['bytes', { bytes: 250 }, 3],
  ['time', { waitingMs: 0.01 }, 1], // less than any exchange takes
])('a reading ends at its bound of %s', async (_what, limits, calls) => {
  await using local = await startLocalHost(() => ({ body: 'x'.repeat(98).replace(/^/, '"').concat('"') }));
  const client = clientOf(local.url, { limits: limits ?? {} });
  const readOn = async () => {
    for (let call = 0; call < 20; call += 1) await client.send(anything);
  };
  await expect(readOn()).rejects.toMatchObject({ code: 'reading_too_large' });
  expect(local.log).toHaveLength(calls);
});

test('a caller who stops waiting ends the exchange, down to its socket', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const deadline = new AbortController();
  const sending = clientOf(url, { signal: deadline.signal }).send(anything);
  const [request] = await once(server, 'request');
  const closed = once(request.socket, 'close');
  deadline.abort(new Error('the deadline passed'));
  await expect(sending).rejects.toMatchObject({ code: 'reading_aborted' });
  await closed;
  server.close();
});

test('a caller who stops waiting ends the pauses of a budget', async () => {
  await using local = await startLocalHost(() => ({ status: 429, headers: { 'retry-after': '60' }, body: {} }));
  const deadline = new AbortController();
  const runtime = createRuntime({
    allowPrivateAddresses: true,
    signal: deadline.signal,
    onQuotaExceeded: () => deadline.abort(new Error('the deadline passed')),
  });
  const client = createProviderClient({
    baseUrl: local.url,
    connections: [{ id: 'one', headers: {}, secrets: [] }],
    runtime,
  });
  await expect(client.send(anything)).rejects.toMatchObject({ code: 'reading_aborted' });
});

test('an answer of very many small elements is refused before it is read', () => {
  const body = `[${'[],'.repeat(1_500_000)}[]]`;
  expect(() => understand(z.array(z.string()), body)).toThrow(ProviderError);
});
