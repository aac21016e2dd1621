import { envelopeShape } from '@linescope/contract/envelope';
import { conflict } from '@linescope/contract/fault';
import { eventually } from '@linescope/test-kit/eventually';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceSettings } from '../config/settings.ts';
import type { createMetrics } from '../metrics/metrics.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { defineService } from '../service/run-service.ts';
import { defineOpenRoute } from './open-route.ts';
import { serveRoutes } from './serve-routes.ts';

const links = defineService({
  name: 'links',
  config: z.object(serviceSettings),
  async start(runtime) {
    const postgres = await openPostgres(runtime);
    const shared = {
      path: '/links/:token',
      summary: 'A link',
      description: 'A signed link.',
      page: { title: 'A <link>' },
    };
    const output = z.object({ ...envelopeShape, token: z.string() });
    const openRoutes = [
      defineOpenRoute({
        ...shared,
        method: 'GET',
        action: 'action_link_shown',
        output,
        failures: ['response_conflict'],
        handle: async ({ params }) => {
          const token = params['token'] ?? '';
          if (token === 'used') throw conflict('This link was <used>.');
          if (token === 'broken') throw new Error('select secret from vault');
          return { status: 200, detail: `Link ${token}.`, button: 'Accept', fields: { token } };
        },
      }),
      defineOpenRoute({
        ...shared,
        method: 'POST',
        action: 'action_link_accepted',
        output,
        handle: async ({ params }) => ({ status: 200, detail: 'Accepted.', fields: { token: params['token'] ?? '' } }),
      }),
      defineOpenRoute({
        method: 'GET',
        path: '/onward',
        action: 'action_onward',
        summary: 'Onward',
        description: 'Sends on.',
        output: z.object({ ...envelopeShape, location: z.string() }),
        redirects: true,
        handle: async () => ({ status: 200, detail: 'Go on.', fields: {}, redirect: '/there' }),
      }),
      defineOpenRoute({
        method: 'POST',
        path: '/echo',
        action: 'action_echo',
        summary: 'Echo',
        description: 'Echoes.',
        output: z.object({ ...envelopeShape, signature: z.string(), bytes: z.number() }),
        undocumented: true,
        handle: async ({ headers, readBody }) => ({
          status: 202,
          detail: 'Taken.',
          fields: { signature: headers.get('x-signature') ?? '', bytes: (await readBody()).length },
        }),
      }),
    ];
    const { port } = await serveRoutes(runtime, {
      routes: [],
      openRoutes,
      postgres,
      claimIdempotencyKey: async () => true,
    });
    return { httpPort: port, metrics: runtime.metrics };
  },
});

let url = '';
let metrics: ReturnType<typeof createMetrics>;
beforeAll(async () => {
  const service = await testService(links);
  url = service.url;
  metrics = service.started.metrics;
});

const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
  const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const browser = { accept: 'text/html,application/xhtml+xml' };

describe('a request without a token', () => {
  test('200: a program gets the envelope, and a trace identifier', async () => {
    const answer = await send('GET', '/links/abc', { 'x-trace-identifier': 'my-trace' });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      action_em: 'action_link_shown',
      response_detail: 'Link abc.',
      token: 'abc',
    });
    expect(answer.headers.get('x-trace-identifier')).toBe('my-trace');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('200: a browser gets a page with a button, in which nothing runs', async () => {
    const answer = await send('GET', '/links/a%3Cb%3E', browser);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.text).toContain('<p>Link a&lt;b&gt;.</p>');
    expect(answer.text).toContain('<title>A &lt;link&gt;</title>');
    expect(answer.text).toContain('<form method="post"><button>Accept</button></form>');
  });

  test('202: the route gets the raw bytes and the headers', async () => {
    const answer = await send('POST', '/echo', { 'x-signature': 'abc' }, '{"a": 1}');
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.text)).toMatchObject({ signature: 'abc', bytes: 8 });
  });

  test.each(['/links/%ff', '/links/%', '/links/%E0%A4%A'])('400: %s is not a path', async (path) => {
    const program = await send('GET', path);
    expect(program.status).toBe(400);
    expect(JSON.parse(program.text)).toMatchObject({ response_em: 'response_invalid_parameters' });
    const page = await send('GET', path, browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<p>The path is not valid percent-encoded UTF-8.</p>');
    expect(program.text + page.text).not.toMatch(/URIError|node_modules|at /);
  });

  test('303: a browser is sent on; 200: a program that accepts only JSON is told where to', async () => {
    for (const accept of [browser.accept, '*/*']) {
      const sent = await fetch(`${url}/onward`, { redirect: 'manual', headers: { accept } });
      expect([sent.status, sent.headers.get('location')]).toEqual([303, '/there']);
    }
    const told = await send('GET', '/onward', { accept: 'application/json' });
    expect([told.status, JSON.parse(told.text).location]).toEqual([200, '/there']);
  });

  test('404: an unknown path', async () => {
    expect((await send('GET', '/links')).status).toBe(404);
    expect((await send('GET', '/links/a/b', browser)).status).toBe(404);
    expect((await send('DELETE', '/links/')).status).toBe(404);
    expect((await send('DELETE', '/links/abc/')).status).toBe(405);
  });

  test.each(['DELETE', 'PUT', 'PATCH'])('405: %s, with the methods that are allowed', async (method) => {
    const answer = await send(method, '/links/abc');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(JSON.parse(answer.text)).toMatchObject({ response_em: 'response_method_not_allowed' });
  });

  test('409: a fault is an envelope to a program and a page to a browser', async () => {
    const program = await send('GET', '/links/used');
    expect([program.status, JSON.parse(program.text).response_em]).toEqual([409, 'response_conflict']);
    const page = await send('GET', '/links/used', browser);
    expect([page.status, page.text.includes('<p>This link was &lt;used&gt;.</p>')]).toEqual([409, true]);
  });

  test('413: a body over 1 MiB', async () => {
    expect((await send('POST', '/echo', {}, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  test('500: our own defect shows nothing of the inside', async () => {
    for (const headers of [{}, browser]) {
      const answer = await send('GET', '/links/broken', headers);
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('vault');
    }
  });

  test('is counted and timed like any other', async () => {
    await send('POST', '/links/abc');
    await eventually(async () =>
      (await metrics.httpRequests.get()).values.some(
        ({ labels, value }) =>
          labels.action === 'action_link_accepted' && labels.method === 'POST' && labels.status === 200 && value > 0,
      ),
    );
  });

  test('is in the API document unless it is a webhook', async () => {
    const { paths } = JSON.parse((await send('GET', '/openapi.json')).text);
    expect(Object.keys(paths)).toEqual(['/links/{token}', '/onward']);
    expect(paths['/links/{token}'].post).toMatchObject({ 'x-action': 'action_link_accepted', security: [] });
  });
});
