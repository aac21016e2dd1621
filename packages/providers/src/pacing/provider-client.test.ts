import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Received, type Reply, startLocalHost, testRuntime } from '../testing/local-host.ts';
import { createProviderClient } from './provider-client.ts';
import type { RuntimeOptions } from './runtime.ts';

const schema = z.object({ ok: z.boolean() });
const good: Reply = { body: { ok: true } };
const token = 'tok_0123456789';

type Script = Reply[] | ((request: Received, url: string) => Reply);

/** A client with some connections before a host that answers by a script, its last line for ever. */
async function open(script: Script, given: RuntimeOptions & { connections?: string[] } = {}) {
  let call = 0;
  const { connections = ['one'], ...options } = given;
  const local = await startLocalHost((request, url) =>
    typeof script === 'function' ? script(request, url) : (script[Math.min(call++, script.length - 1)] ?? {}),
  );
  const invalid: string[] = [];
  const runtime = testRuntime({ onConnectionInvalid: (id) => invalid.push(id), ...options });
  const client = createProviderClient({
    baseUrl: local.url,
    runtime,
    connections: connections.map((id) => ({ id, headers: { authorization: `${token}-${id}` }, secrets: [token] })),
  });
  const ask = (path = 'thing', more = {}) => client.send({ path, schema, ...more });
  return { ask, client, local, runtime, invalid, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

const failureOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);

test('a failing host is asked again, with growing and jittered pauses, and then no more', async () => {
  await using world = await open([{ status: 503 }]);
  expect(await failureOf(world.ask())).toMatchObject({ code: 'host_failed', status: 503 });
  expect(world.local.log).toHaveLength(4);
  expect(world.runtime.time.slept).toEqual([750, 1_500, 3_000]);
});

test('a host that recovers is forgiven', async () => {
  await using world = await open([{ status: 502 }, { status: 500 }, good]);
  expect((await world.ask()).data).toEqual({ ok: true });
});

test('a reset in the middle of an answer is asked again', async () => {
  await using world = await open([{ body: { ok: true, filler: 'x'.repeat(100) }, cutAfter: 20 }, good]);
  expect((await world.ask()).data).toEqual({ ok: true });
  expect(world.local.log).toHaveLength(2);
});

test('truncated JSON is a malformed answer', async () => {
  await using world = await open([{ body: '{"ok": tr' }]);
  expect(await failureOf(world.ask())).toMatchObject({ code: 'answer_malformed' });
});

test('an unexpected shape is a malformed answer that is not asked for again, and its values stay out of the error', async () => {
  await using world = await open([{ body: { ok: 'private-value' } }]);
  const error = await failureOf(world.ask());
  expect(error).toMatchObject({ code: 'answer_malformed', internal: expect.stringContaining('ok invalid_type') });
  expect(JSON.stringify(error)).not.toContain('private-value');
  expect(world.local.log).toHaveLength(1);
});

test('a silent host times out', async () => {
  await using world = await open([{ silent: true }], { timeoutMs: 50, maxAttempts: 2 });
  expect(await failureOf(world.ask())).toMatchObject({ code: 'host_timeout' });
  expect(world.runtime.time.slept).toHaveLength(1);
});

test('an answer past the size bound is refused', async () => {
  await using world = await open([{ body: { ok: true, filler: 'x'.repeat(2_000) } }], { maxBytes: 1_000 });
  expect(await failureOf(world.ask())).toMatchObject({ code: 'answer_too_large' });
});

test('a small answer that unpacks past the size bound is refused too', async () => {
  const bomb = gzipSync(JSON.stringify({ ok: true, filler: ' '.repeat(1_000_000) }));
  await using world = await open([{ body: bomb, headers: { 'content-encoding': 'gzip' } }], { maxBytes: 10_000 });
  expect(await failureOf(world.ask())).toMatchObject({ code: 'answer_too_large' });
});

test.each([
  [403, 'access_denied'],
  [404, 'not_found'],
  [410, 'not_found'],
  [451, 'access_denied'],
  [422, 'request_rejected'],
])('a %i is %s at once, and not a quota', async (status, code) => {
  await using world = await open([{ status, body: { message: 'Resource not accessible' } }]);
  expect(await failureOf(world.ask())).toMatchObject({ code, status });
  expect(world.local.log).toHaveLength(1);
});

test.each([
  [
    'an emptied budget',
    { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' },
    '',
    32_000,
  ],
  ['Retry-After', { 'retry-after': '30' }, '', 30_000],
  ['its words', {}, 'You have exceeded a secondary rate limit.', 60_000],
])('a 403 is a quota when the host says so by %s', async (_way, headers, message, pause) => {
  await using world = await open([{ status: 403, headers, body: { message } }, good]);
  expect((await world.ask()).data).toEqual({ ok: true });
  expect(world.runtime.time.slept).toEqual([pause]);
});

test('Retry-After of a 429 is honoured to the second', async () => {
  await using world = await open([{ status: 429, headers: { 'retry-after': '17' } }, good]);
  await world.ask();
  expect(world.runtime.time.slept).toEqual([17_000]);
});

test('a secondary limit holds for every budget of the connection, an emptied budget for itself only', async () => {
  await using world = await open([{ status: 403, headers: { 'retry-after': '30' } }, good]);
  await world.ask();
  expect((await world.runtime.quotas.read(['one:*'])).get('one:*')?.blockedUntil).toBe(world.runtime.time.now);
  const empty = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' };
  await using emptied = await open([{ status: 403, headers: empty }, good]);
  await expect(emptied.ask()).rejects.toMatchObject({ code: 'quota_exhausted' });
  expect((await emptied.ask('other', { resource: 'graphql' })).data).toEqual({ ok: true });
});

test('a pause longer than one waits for is input, with the time at which to come back', async () => {
  const exceeded: [string, number][] = [];
  await using world = await open([{ status: 429, headers: { 'retry-after': '3600' } }], {
    onQuotaExceeded: (id, at) => exceeded.push([id, at]),
  });
  const resumeAt = world.runtime.time.now + 3_600_000;
  expect(await failureOf(world.ask())).toMatchObject({ code: 'quota_exhausted', resumeAt });
  expect(exceeded).toEqual([['one', resumeAt]]);
  expect(world.local.log).toHaveLength(1);
});

test('while one connection waits, another goes on', async () => {
  await using world = await open([{ status: 429, headers: { 'retry-after': '3600' } }, good], {
    connections: ['one', 'two'],
  });
  expect((await world.ask()).data).toEqual({ ok: true });
  expect(world.runtime.time.slept).toEqual([]);
});

test('of several connections the one with most left goes first', async () => {
  const remaining: Record<string, number> = { one: 10, two: 50 };
  const names: string[] = [];
  await using world = await open(
    ({ headers }) => {
      const name = headers.get('authorization')?.split('-')[1] ?? '';
      names.push(name);
      remaining[name] = (remaining[name] ?? 0) - 1;
      const rate = {
        'x-ratelimit-limit': '60',
        'x-ratelimit-reset': '3600',
        'x-ratelimit-remaining': `${remaining[name]}`,
      };
      return { ...good, headers: rate };
    },
    { connections: ['one', 'two'] },
  );
  for (let call = 0; call < 8; call++) await world.ask();
  expect(names.slice(0, 2).sort()).toEqual(['one', 'two']);
  expect(names.slice(2).filter((name) => name === 'two').length).toBeGreaterThan(4);
});

test('a refused token marks its connection, and the others go on until none is left', async () => {
  await using world = await open(
    ({ headers }) => (headers.get('authorization')?.endsWith('two') ? good : { status: 401 }),
    { connections: ['one', 'two'] },
  );
  expect((await world.ask()).data).toEqual({ ok: true });
  expect(world.invalid).toEqual(['one']);
  expect(world.client.firstValid([{ id: 'one' }, { id: 'two' }])).toEqual({ id: 'two' });
  await using alone = await open([{ status: 401, body: { message: token } }]);
  const error = await failureOf(alone.ask());
  expect(error).toMatchObject({ code: 'connection_invalid' });
  expect(JSON.stringify(error)).not.toContain(token);
});

test('being sent away to sign in is a refused token', async () => {
  await using world = await open([
    { status: 302, headers: { location: 'https://spsprodweu1.example/_signin?realm=x' } },
  ]);
  expect(await failureOf(world.ask())).toMatchObject({ code: 'connection_invalid' });
});

test('a sign-in page in place of an answer is a refused token', async () => {
  await using world = await open([{ status: 203, body: '<!DOCTYPE html><title>Sign In</title>' }]);
  expect(await failureOf(world.ask())).toMatchObject({ code: 'connection_invalid' });
});

test('a moved resource is followed on the same host', async () => {
  await using world = await open(({ path }, url) =>
    path === '/old' ? { status: 301, headers: { location: `${url}/new` } } : good,
  );
  expect((await world.ask('old')).data).toEqual({ ok: true });
});

test('a redirect to another host is refused, since the token would go with it', async () => {
  await using elsewhere = await startLocalHost(() => good);
  await using world = await open([{ status: 302, headers: { location: `${elsewhere.url}/thing` } }]);
  expect(await failureOf(world.ask())).toMatchObject({ code: 'endpoint_refused' });
  expect(elsewhere.log).toHaveLength(0);
});

test('redirects in a circle end', async () => {
  await using world = await open((_request, url) => ({ status: 302, headers: { location: `${url}/thing` } }));
  expect(await failureOf(world.ask())).toMatchObject({ code: 'endpoint_refused' });
  expect(world.local.log).toHaveLength(4);
});

test('private addresses are refused where they are not allowed', async () => {
  await using world = await open([good], { allowPrivateAddresses: false });
  expect(await failureOf(world.ask())).toMatchObject({ code: 'endpoint_refused' });
  expect(world.local.log).toHaveLength(0);
});

test('what has not changed is answered from memory and costs nothing', async () => {
  const rate = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '3600' };
  await using world = await open(({ headers }) =>
    headers.get('if-none-match') === '"v1"'
      ? { status: 304, headers: rate }
      : { ...good, headers: { etag: '"v1"', link: '<https://x.example>; rel="next"', ...rate } },
  );
  await world.ask('thing', { conditional: true });
  const again = await world.ask('thing', { conditional: true });
  expect(again).toMatchObject({ data: { ok: true }, fresh: false });
  expect(again.headers.get('link')).toContain('rel="next"');
  const states = await world.runtime.quotas.read(['one:core']);
  expect(states.get('one:core')?.remaining).toBe(59);
});

test('a token that no header may hold is refused without a call, and its words stay out of the error', async () => {
  await using local = await startLocalHost(() => good);
  const bad = 'pasted\nwith a line break';
  const connections = [{ id: 'one', headers: { authorization: `Bearer ${bad}` }, secrets: [bad] }];
  const client = createProviderClient({ baseUrl: local.url, runtime: testRuntime(), connections });
  const failure = await failureOf(client.send({ path: 'thing', schema }));
  expect(failure).toMatchObject({ code: 'connection_invalid' });
  expect(JSON.stringify(failure)).not.toContain('pasted');
  expect(local.log).toHaveLength(0);
});
