import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { otherToken, type SampleHost, startSampleHost, token } from '../sample-host.ts';

let host: SampleHost;
let clock = Date.parse('2026-06-01T00:00:00Z');
beforeEach(async () => {
  host = await startSampleHost({ now: () => clock });
});
afterEach(() => host.stop());

const admin = (path: string, body: unknown, as = host.adminToken) =>
  fetch(`${host.url}/_admin/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${as}` },
    body: JSON.stringify(body),
  });

const commits = z.array(z.object({ commit: z.object({ message: z.string() }) }));
const issueList = z.array(z.object({ number: z.number() }));
const messagesOf = async (response: Response) =>
  commits.parse(await response.json()).map((item) => item.commit.message);
const numbersOf = async (response: Response) => issueList.parse(await response.json()).map((item) => item.number);

describe('tokens', () => {
  it('no token or a wrong one is 401, in GitHub’s words', async () => {
    const none = await fetch(`${host.url}/user`);
    expect([none.status, await none.json()]).toMatchObject([401, { message: 'Requires authentication' }]);
    const wrong = await host.ask('/user', { Authorization: 'Bearer nonsense' });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: 'Bad credentials' }]);
  });

  it('a token may come as Bearer, as token, or as the password of Basic', async () => {
    for (const header of [`Bearer ${token}`, `token ${token}`, `Basic ${btoa(`ada:${token}`)}`]) {
      const response = await host.ask('/user', { Authorization: header });
      expect(await response.json()).toMatchObject({ login: 'ada', id: 11 });
    }
  });

  it('a revoked token is refused from the next call on, another one is not', async () => {
    host.setFaults({ revoked_tokens: [token] });
    expect((await host.ask('/user')).status).toBe(401);
    expect((await host.ask('/user', { Authorization: `Bearer ${otherToken}` })).status).toBe(200);
  });

  it('the scopes of a token stand on every answer', async () => {
    expect((await host.ask('/user')).headers.get('x-oauth-scopes')).toContain('repo');
    host.setFaults({ scopes: 'read:user' });
    expect((await host.ask('/user')).headers.get('x-oauth-scopes')).toBe('read:user');
  });
});

describe('addresses', () => {
  it('the API stands at the root and, as on Enterprise Server, under /api/v3, and links stay where the caller is', async () => {
    const addresses = z.object({ url: z.string(), clone_url: z.string() });
    const at = async (path: string) => addresses.parse(await (await host.ask(path)).json());
    const clone_url = `${host.url}/acme/sums.git`;
    expect(await at('/repos/acme/sums')).toEqual({ url: `${host.url}/repos/acme/sums`, clone_url });
    expect(await at('/api/v3/repos/acme/sums')).toEqual({ url: `${host.url}/api/v3/repos/acme/sums`, clone_url });
    const link = (await host.ask('/api/v3/repos/acme/sums/commits?per_page=1')).headers.get('link');
    expect(link).toContain(`<${host.url}/api/v3/repos/acme/sums/commits?per_page=1&page=2>; rel="next"`);
  });

  it.each([
    '/nothing',
    '/repos/acme/none',
    '/repos/none/sums',
    '/repos/acme/sums/pulls/99',
    '/orgs/none',
    '/users/none',
    '/repos/acme/%ff',
  ])('%s is not found', async (path) => {
    const response = await host.ask(path);
    expect([response.status, await response.json()]).toMatchObject([404, { message: 'Not Found', status: '404' }]);
  });

  it('a repository that was deleted is not found any more', async () => {
    host.removeRepository('acme', 'sums');
    expect((await host.ask('/repos/acme/sums')).status).toBe(404);
  });
});

describe('pages', () => {
  it('following the next links gives every commit once, in order', async () => {
    const seen: string[] = [];
    let next: string | undefined = `${host.url}/repos/acme/sums/commits?sha=topic&per_page=2`;
    while (next) {
      const response: Response = await fetch(next, { headers: { Authorization: `Bearer ${token}` } });
      seen.push(...(await messagesOf(response)));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(['Add a fifth', 'Add a fourth', 'Add a third', 'Add a second', 'Begin']);
  });

  it('a page holds at most 100, and a page past the end is empty', async () => {
    const issues = Array.from({ length: 130 }, (_, i) => ({
      id: i + 1,
      number: i + 10,
      title: `Issue ${i}`,
      author: 'ada',
      created_at: '2026-03-01T00:00:00Z',
      updated_at: new Date(Date.parse('2026-03-01T00:00:00Z') + i * 3_600_000).toISOString(),
    }));
    host.putRepositoryRecord('acme', 'sums', { ...host.record, pull_requests: [], issues });
    const first = await host.ask('/repos/acme/sums/issues?state=all&per_page=500&sort=updated&direction=asc');
    expect(await numbersOf(first)).toEqual(issues.slice(0, 100).map((issue) => issue.number));
    expect(first.headers.get('link')).toContain('rel="last"');
    expect(await (await host.ask('/repos/acme/sums/issues?state=all&page=9')).json()).toEqual([]);
    const since = await host.ask(`/repos/acme/sums/issues?state=all&per_page=100&since=${issues[120]?.updated_at}`);
    expect((await numbersOf(since)).length).toBe(10);
  });

  it('commits can be asked by time, and a pull request lists its own, oldest first', async () => {
    const since = await host.ask('/repos/acme/sums/commits?since=2026-03-02T00:00:00Z&until=2026-03-02T23:00:00Z');
    expect(await messagesOf(since)).toEqual(['Add a second']);
    const own = await host.ask('/repos/acme/sums/pulls/1/commits?per_page=1&page=2');
    expect(await messagesOf(own)).toEqual(['Add a fifth']);
  });
});

describe('quota', () => {
  const standing = (response: Response) =>
    ['limit', 'remaining', 'used'].map((name) => Number(response.headers.get(`x-ratelimit-${name}`)));

  it('counts down for each token by itself, then refuses, and starts anew with the next window', async () => {
    host.setFaults({ quota: { limit: 2, window_seconds: 60 } });
    expect(standing(await host.ask('/user'))).toEqual([2, 1, 1]);
    expect(standing(await host.ask('/user'))).toEqual([2, 0, 2]);
    const refused = await host.ask('/user');
    expect([refused.status, standing(refused)]).toEqual([403, [2, 0, 2]]);
    expect(await refused.text()).toContain('API rate limit exceeded');
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBe(clock / 1000 + 60);
    expect((await host.ask('/user', { Authorization: `Bearer ${otherToken}` })).status).toBe(200);
    clock += 60_000;
    expect((await host.ask('/user')).status).toBe(200);
    expect(host.log().filter((entry) => entry.charged).length).toBe(4);
  });

  it('an unchanged answer is 304 and free, and so is asking for the limits', async () => {
    const tag = (await host.ask('/repos/acme/sums/pulls?state=all')).headers.get('etag') ?? '';
    const again = await host.ask('/repos/acme/sums/pulls?state=all', { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(await (await host.ask('/rate_limit')).json()).toMatchObject({
      resources: {
        core: {
          limit: 5000,
          used: 1,
          remaining: 4999,
        },
      },
    });
    host.putRepositoryRecord('acme', 'sums', { ...host.record, pull_requests: [] });
    expect((await host.ask('/repos/acme/sums/pulls?state=all', { 'If-None-Match': tag })).status).toBe(200);
  });

  it('can report 0 of 0 and answer all the same', async () => {
    host.setFaults({ reports_zero_quota: true });
    const response = await host.ask('/user');
    expect([response.status, standing(response)]).toEqual([200, [0, 0, 0]]);
  });
});

describe('faults', () => {
  it('fails the next calls with the given status, then recovers', async () => {
    host.setFaults({ next: [{ kind: 'fail', status: 502, count: 2 }] });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await host.ask('/user')).status);
    expect(statuses).toEqual([502, 502, 200]);
  });

  it('only meets the paths it names', async () => {
    host.setFaults({ next: [{ kind: 'fail', status: 500, path: '/pulls' }] });
    expect((await host.ask('/user')).status).toBe(200);
    expect((await host.ask('/repos/acme/sums/pulls')).status).toBe(500);
  });

  it('a secondary limit says how long to wait', async () => {
    host.setFaults({
      next: [
        { kind: 'secondary_limit', retry_after: 7 },
        { kind: 'secondary_limit', status: 429 },
      ],
    });
    const first = await host.ask('/user');
    expect([first.status, first.headers.get('retry-after')]).toEqual([403, '7']);
    expect(await first.text()).toContain('secondary rate limit');
    expect((await host.ask('/user')).status).toBe(429);
  });

  it('truncated JSON, a reset connection and a slow answer', async () => {
    host.setFaults({ next: [{ kind: 'truncate' }, { kind: 'reset' }, { kind: 'slow', ms: 5 }] });
    await expect(host.ask('/user').then((response) => response.json())).rejects.toThrow(SyntaxError);
    await expect(host.ask('/user')).rejects.toThrow('fetch failed');
    expect((await host.ask('/user')).status).toBe(200);
    expect(host.log().map((entry) => entry.fault)).toEqual(['truncate', 'reset', 'slow']);
  });

  it('can be set over HTTP with the admin token only, and a faulty setting is named', async () => {
    expect((await admin('faults', { next: [{ kind: 'fail', status: 503 }] }, token)).status).toBe(401);
    expect((await admin('faults', { next: [{ kind: 'fail', status: 200 }] })).status).toBe(422);
    expect((await admin('faults', { next: [{ kind: 'fail', status: 503 }] })).status).toBe(200);
    expect((await host.ask('/user')).status).toBe(503);
  });

  it('the log counts calls and shows no token', async () => {
    await host.ask('/user');
    await host.ask('/repos/acme/none');
    const log = await (
      await fetch(`${host.url}/_admin/log`, { headers: { Authorization: `Bearer ${host.adminToken}` } })
    ).text();
    expect(JSON.parse(log).map((entry: { path: string; status: number }) => [entry.path, entry.status])).toEqual([
      ['/user', 200],
      ['/repos/acme/none', 404],
    ]);
    expect(log).not.toContain(token);
  });
});
