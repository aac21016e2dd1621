import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CodeHost, HostConnection } from '../code-hosts/code-host.ts';
import { openCodeHost } from '../code-hosts/open-code-host.ts';
import type { CodeHostName } from '../provider-names.ts';
import { allFacts, allPages } from './collect.ts';
import { connectionTo } from './connection.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from './local-host.ts';

type Script = (request: Received, url: string) => Reply;
type Subject = { host: CodeHostName; repoPath: string; given?: Partial<HostConnection>; works: Script };

/** Our two slugs of a host's own path. */
const slugsOf = (path: string): [string, string] => {
  const parts = path.replaceAll(' ', '-').split('/');
  return [parts.slice(0, -1).join('--'), parts.at(-1) ?? ''];
};

/** As each host tells what is left; the Bitbuckets tell only that there is nothing left, by 429. */
const budgetHeaders: Partial<Record<CodeHostName, (reset: string) => Record<string, string>>> = {
  hostC: (reset) => ({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }),
  hostD: (reset) => ({ 'ratelimit-limit': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': reset }),
  devops_suite: (reset) => ({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }),
  devops_suite_on_prem: (reset) => ({
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': reset,
  }),
};
const soon = (): string => String(Math.ceil(Date.now() / 1000) + 30);
/** Hosts that put no entity tag on their lists. */
const withoutTags = new Set<CodeHostName>(['hostB', 'hostB_server']);

const read = (host: CodeHost, path: string) => allPages(host.pullRequests({ path }, { since: null }));

/** What every adapter owes its callers when the host is not at its best. `works` answers as the host on a good day. */
export function testFailuresOf({ host, repoPath, given = {}, works }: Subject): void {
  const slugs = slugsOf(repoPath);

  async function open(script: Script, options = {}) {
    const local = await startLocalHost(script);
    const runtime = testRuntime(options);
    const connection = connectionTo(host, local.url, given);
    const adapter = openCodeHost([connection], runtime);
    return {
      local,
      runtime,
      adapter,
      token: connection.token,
      [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
    };
  }

  /** Fails the nth call once in the given way, and is well otherwise. */
  const stumble = (reply: Reply): Script => {
    let calls = 0;
    return (request, url) => (++calls === 2 ? reply : works(request, url));
  };

  test(`${host}: a revoked token is a refused connection, and no error holds it`, async () => {
    await using world = await open(() => ({ status: 401, body: { message: 'token-of-connection-1 is revoked' } }));
    const error = await world.adapter.whoAmI().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'connection_invalid' });
    expect(JSON.stringify(error) + String(error)).not.toContain(world.token);
  });

  test(`${host}: a deleted repository is not found, and one hidden by permissions is denied`, async () => {
    await using gone = await open(() => ({ status: 404, body: {} }));
    if (!host.startsWith('devops')) expect(await gone.adapter.findRepository(...slugs)).toBeNull();
    await expect(read(gone.adapter, repoPath)).rejects.toMatchObject({ code: 'not_found' });
    await using hidden = await open(() => ({ status: 403, body: { message: 'Forbidden' } }));
    await expect(read(hidden.adapter, repoPath)).rejects.toMatchObject({ code: 'access_denied' });
  });

  test.each<[string, Reply]>([
    ['a 5xx', { status: 502, body: 'bad gateway' }],
    ['a 429 with Retry-After', { status: 429, headers: { 'retry-after': '20' }, body: {} }],
    ['a secondary limit', { status: 403, headers: { 'retry-after': '20' }, body: { message: 'secondary rate limit' } }],
    ['truncated JSON', { body: '{"values": [{"id": 1' }],
    ['a connection cut in the middle', { body: { values: 'x'.repeat(1_000) }, cutAfter: 30 }],
    ['a slow answer', { silent: true }],
  ])(`${host}: %s in the middle of a reading leaves the same facts`, async (_what, reply) => {
    await using calm = await open(works);
    const expected = await allFacts(calm.adapter.pullRequests({ path: repoPath }, { since: null }));
    expect(expected.length).toBeGreaterThan(0);
    await using rough = await open(stumble(reply), { timeoutMs: 1_000 });
    expect(await allFacts(rough.adapter.pullRequests({ path: repoPath }, { since: null }))).toEqual(expected);
  });

  const budget = budgetHeaders[host];
  test.runIf(budget)(`${host}: a budget that its headers tell as spent is waited for`, async () => {
    let calls = 0;
    await using world = await open((request, url) => {
      const reply = works(request, url);
      calls += 1;
      return calls === 1 ? { ...reply, headers: { ...reply.headers, ...budget?.(soon()) } } : reply;
    });
    await read(world.adapter, repoPath);
    expect(calls).toBeGreaterThan(1);
    // The reset, a little margin, and a second by which the two clocks may be cut apart.
    expect(world.runtime.time.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(29_000);
  });

  test(`${host}: what has not changed need not be sent again`, async () => {
    let unchanged = 0;
    await using world = await open((request, url) => {
      const reply = works(request, url);
      const etag = `"${createHash('sha256').update(JSON.stringify(reply.body)).digest('hex')}"`;
      if (request.headers.get('if-none-match') !== etag) return { ...reply, headers: { ...reply.headers, etag } };
      unchanged += 1;
      return { status: 304, headers: { etag } };
    });
    const all = async () => [
      ...(await allFacts(world.adapter.pullRequests({ path: repoPath }, { since: null }))),
      ...(await allFacts(world.adapter.tags({ path: repoPath }))),
    ];
    const once = await all();
    world.runtime.time.now += 60_000;
    const again = await all();
    expect(again.length).toBe(once.length);
    expect(unchanged > 0).toBe(!withoutTags.has(host));
  });

  test(`${host}: a page of the wrong shape is a malformed answer`, async () => {
    await using world = await open(() => ({ body: 'true' }));
    await expect(read(world.adapter, repoPath)).rejects.toMatchObject({ code: 'answer_malformed' });
  });

  test(`${host}: git’s password is the token and the clone URL does not hold it`, async () => {
    await using world = await open(works);
    const repository = await world.adapter.findRepository(...slugs);
    if (!repository) throw new Error('the host does not know its repository');
    const access = await world.adapter.cloneAccess(repository);
    expect(access.password).toBe(world.token);
    expect(access.url).not.toContain(world.token);
    expect(new URL(access.url)).toMatchObject({ username: '', password: '' });
    expect(access.username).not.toBe('');
  });
}
