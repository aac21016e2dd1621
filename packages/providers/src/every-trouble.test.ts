/**
 * Every adapter and collector through every trouble that a vendor makes. A passing trouble strikes each of its calls in turn, and
 * the same facts must come out; a lasting one must be reported for what it is. Vendors answer by their published shapes.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Received, type Reply, startLocalHost, testRuntime } from './testing/local-host.ts';
import { hosts, type Script, type Subject, secret, subjects } from './testing/subjects.ts';

const TIMEOUT_MS = 500;

async function open(subject: Subject, script: Script) {
  const local = await startLocalHost(script);
  const runtime = testRuntime({ timeoutMs: TIMEOUT_MS });
  const read = async (): Promise<unknown> => {
    const began = new Date(runtime.time.now).toISOString().slice(0, 10);
    const facts = JSON.stringify(await subject.read(local.url, runtime)).replaceAll(local.url, 'https://vendor');
    // One host gives no time of change: there an open pull request is as new as its reading.
    return JSON.parse(facts.replaceAll(new RegExp(`"${began}T[^"]+"`, 'g'), '"now"'));
  };
  return { local, runtime, read, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

/** Answers the nth call otherwise, once. */
function strike(script: Script, nth: number, reply: Reply): Script {
  let calls = 0;
  return (request, url) => (++calls === nth ? reply : script(request, url));
}

async function calm(subject: Subject) {
  await using world = await open(subject, subject.works);
  return { facts: await world.read(), calls: world.local.log.length };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const isFile = ({ path }: Received): boolean => path.startsWith('/files/');

describe.concurrent.each(subjects)('$name', (subject) => {
  test('pages are read to the last', async () => {
    const { facts, calls } = await calm(subject);
    expect(facts).not.toEqual([]);
    await using world = await open(subject, subject.paged);
    const paged = await world.read();
    const sorted = (given: unknown) =>
      JSON.stringify(Array.isArray(given) ? given.map((one) => JSON.stringify(one)).sort() : given);
    expect(sorted(paged)).toBe(sorted(facts));
    expect(world.local.log.length).toBeGreaterThan(calls);
  });

  test.each<[trouble: string, reply: Reply, leastWaitMs: number]>([
    ['a 429 with Retry-After', { status: 429, headers: { 'retry-after': '20' }, body: {} }, 20_000],
    ['a 429 that says no more', { status: 429, body: {} }, 60_000],
    [
      'a secondary limit',
      { status: 403, headers: { 'retry-after': '20' }, body: { message: 'You have exceeded a secondary rate limit' } },
      20_000,
    ],
    ['a 500', { status: 500, body: {} }, 1],
    ['a 502 with a page of HTML', { status: 502, body: '<html>bad gateway</html>' }, 1],
    ['a 503 with Retry-After', { status: 503, headers: { 'retry-after': '20' }, body: {} }, 20_000],
    ['truncated JSON', { body: '{"values": [{"id": 1' }, 1],
    ['a connection cut in the middle', { body: { values: 'x'.repeat(1_000) }, cutAfter: 30 }, 1],
  ])('%s at any of its calls leaves the same facts', async (_trouble, reply, leastWaitMs) => {
    const { facts, calls } = await calm(subject);
    for (let nth = 1; nth <= calls; nth += 1) {
      await using world = await open(subject, strike(subject.works, nth, reply));
      expect(await world.read(), `call ${nth}`).toEqual(facts);
      expect(sum(world.runtime.time.slept), `call ${nth}`).toBeGreaterThanOrEqual(leastWaitMs);
    }
  });

  test('a slow answer is asked for again', async () => {
    const { facts } = await calm(subject);
    await using world = await open(subject, strike(subject.works, 2, { silent: true }));
    expect(await world.read()).toEqual(facts);
  });

  test.runIf(subject.budget)(
    'a budget that is given as spent is waited for, within a reading or before the next',
    async () => {
      let calls = 0;
      const resetIn = 30_000;
      await using world = await open(subject, (request, url) => {
        const reply = subject.paged(request, url);
        const spent = ++calls === 1 ? subject.budget?.(Date.now() + resetIn) : {};
        return { ...reply, headers: { ...reply.headers, ...spent } };
      });
      await world.read();
      await world.read();
      // A second, by which the two clocks may be cut apart.
      expect(sum(world.runtime.time.slept)).toBeGreaterThanOrEqual(resetIn - 1_000);
    },
  );

  test('a budget of 0 of 0 is none, and nobody waits for it', async () => {
    const nothing = { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' };
    await using world = await open(subject, (request, url) => {
      const reply = subject.paged(request, url);
      return { ...reply, headers: { ...reply.headers, ...nothing } };
    });
    await world.read();
    expect(world.runtime.time.slept).toEqual([]);
  });

  test(
    subject.tagged ? 'what has not changed is not sent again' : 'nothing is asked for by tag, since lists have none',
    async () => {
      let unchanged = 0;
      await using world = await open(subject, (request, url) => {
        const reply = subject.works(request, url);
        const etag = `"${createHash('sha256').update(JSON.stringify(reply.body)).digest('hex')}"`;
        if (request.headers.get('if-none-match') !== etag) return { ...reply, headers: { ...reply.headers, etag } };
        unchanged += 1;
        return { status: 304, headers: { etag } };
      });
      const once = await world.read();
      expect(await world.read()).toEqual(once);
      expect(unchanged > 0).toBe(subject.tagged);
    },
  );

  test('a revoked token is a refused connection at any of its calls, and no error holds the token', async () => {
    const { calls } = await calm(subject);
    const revoked: Reply = { status: 401, body: { message: `${secret} is revoked` } };
    for (let nth = 1; nth <= calls; nth += 1) {
      let asked = 0;
      await using world = await open(subject, (request, url) => {
        asked += 1;
        // A file behind a signed link is fetched without the token.
        return asked >= nth && !isFile(request) ? revoked : subject.works(request, url);
      });
      const error = await world.read().then(
        () => null,
        (caught: unknown) => caught,
      );
      if (world.local.log.slice(nth - 1).every(isFile)) continue;
      expect(error, `call ${nth}`).toMatchObject({ code: 'connection_invalid' });
      expect(JSON.stringify(error) + String(error)).not.toContain(secret);
    }
  });

  test.each<[what: string, status: number, code: string]>([
    ['deleted', 404, 'not_found'],
    ['hidden by permissions', 403, 'access_denied'],
  ])('a resource that was %s is reported as such', async (_what, status, code) => {
    await using world = await open(subject, () => ({ status, body: { message: 'No.' } }));
    await expect(world.read()).rejects.toMatchObject({ code });
  });

  test('a host that stays down, or answers in another shape, is reported as such', async () => {
    await using down = await open(subject, () => ({ status: 500, body: {} }));
    await expect(down.read()).rejects.toMatchObject({ code: 'host_failed' });
    expect(down.local.log.length).toBeLessThanOrEqual(4);
    await using strange = await open(subject, () => ({ body: 'true' }));
    await expect(strange.read()).rejects.toMatchObject({ code: 'answer_malformed' });
  });

  test('a quota that lasts is given with the time to come back', async () => {
    await using world = await open(subject, () => ({ status: 429, headers: { 'retry-after': '3600' }, body: {} }));
    await expect(world.read()).rejects.toMatchObject({ code: 'quota_exhausted', resumeAt: expect.any(Number) });
    expect(world.local.log).toHaveLength(1);
  });
});

/** Our two slugs of a host's own path. */
const slugsOf = (path: string): [string, string] => {
  const parts = path.replaceAll(' ', '-').split('/');
  return [parts.slice(0, -1).join('--'), parts.at(-1) ?? ''];
};

describe.each(hosts)('$host', ({ vendor, path, connect }) => {
  test('git’s password is the token and the clone URL does not hold it', async () => {
    await using local = await startLocalHost(vendor.answer);
    const adapter = connect(local.url, testRuntime());
    const repository = await adapter.findRepository(...slugsOf(path));
    if (!repository) throw new Error('the host does not know its repository');
    const access = await adapter.cloneAccess(repository);
    expect(access.password).toBe(secret);
    expect(access.url).not.toContain(secret);
    expect(new URL(access.url)).toMatchObject({ username: '', password: '' });
    expect(access.username).not.toBe('');
  });

  test('a repository that is not there is not found', async () => {
    await using local = await startLocalHost(vendor.answer);
    expect(await connect(local.url, testRuntime()).findRepository('acme', 'gone')).toBeNull();
  });
});

test.each(hosts.filter(({ host }) => !host.startsWith('devops')))(
  '$host: the account of an author is known from a commit, and who has none is left out',
  async ({ vendor, path, connect }) => {
    await using local = await startLocalHost(vendor.answer);
    const commits = [
      { sha: '1'.padStart(40, '0'), email: 'Ada@example.com' },
      { sha: '9'.padStart(40, '0'), email: 'nobody@example.com' },
    ];
    const found = (await Array.fromAsync(connect(local.url, testRuntime()).commitAuthors({ path }, commits))).flat();
    expect(found).toMatchObject([{ userName: 'ada', email: 'ada@example.com' }]);
    expect(found[0]?.hostId).not.toBe('');
    expect(local.log).toHaveLength(1);
  },
);
