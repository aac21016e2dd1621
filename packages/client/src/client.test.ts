import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiFailure } from './api-failure.ts';
import { createClient, eachPage } from './client.ts';

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

let server: Server;
let baseUrl = '';
let answers: Answer[] = [];
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const page = (number: number, count: number, cursor?: string | null): Answer =>
  json(200, {
    releases: [{ id: number }],
    page: number,
    page_count: count,
    per_page: 1,
    total_count: count,
    ...(cursor === undefined ? {} : { next_cursor: cursor }),
  });
const unavailable = json(
  503,
  { response_em: 'response_unavailable', response_detail: 'Not now.' },
  { 'retry-after': '0' },
);

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const answer = answers.shift();
    if (answer) answer(Object.assign(request, { body }), response);
    else response.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answers = [];
  asked = [];
});

test('a list is downloaded as text, and a refusal is a failure', async () => {
  answers = [
    (_request, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\n1\r\n'),
    json(400, { response_em: 'response_invalid_parameters', response_detail: 'page must not be given.' }),
  ];
  const client = createClient({ baseUrl, token: 'lsc_x' });
  const stream = await client.download('/audits', { resource_type: 'commits' }, 'csv');
  expect(await new Response(stream).text()).toBe('id\r\n1\r\n');
  expect(asked[0]?.url).toBe('/api/v1/audits?resource_type=commits&format=csv');
  await expect(client.download('/audits', {}, 'csv')).rejects.toThrow('page must not be given.');
});

describe('a call', () => {
  test('carries the token and its parameters, without those that are not given', async () => {
    answers = [json(200, { unit: 'days' })];
    const client = createClient({ baseUrl, token: 'lsc_x' });
    const report = await client.report({
      resource_path: 'acme/web',
      team_slug: null,
      committer_user_name: ['ada', 'bob'],
    });
    expect(report.unit).toBe('days');
    expect(asked[0]?.url).toBe('/api/v1/reports?resource_path=acme%2Fweb&committer_user_name=ada%2Cbob');
    expect(asked[0]?.headers['authorization']).toBe('Bearer lsc_x');
  });

  test('that fails says so in the API’s sentence, with every parameter at fault', async () => {
    const errors = [{ param: 'resource_path', code_em: 'missing', detail: 'resource_path is required.' }];
    answers = [
      json(400, {
        response_em: 'response_invalid_parameters',
        response_detail: 'resource_path is required.',
        errors,
        trace_identifier: 't1',
      }),
    ];
    const failure = await createClient({ baseUrl })
      .report({})
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      status: 400,
      message: 'resource_path is required.',
      errors,
      traceIdentifier: 't1',
    });
  });

  test('is tried again where the service is away or busy, a POST with the same idempotency key', async () => {
    answers = [unavailable, json(201, { response_detail: 'The release was recorded.' })];
    const answer = await createClient({ baseUrl }).recordRelease({ resource_path: 'acme/web/app', release_now: true });
    expect(answer.response_detail).toBe('The release was recorded.');
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ resource_path: 'acme/web/app', release_now: true });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('gives up after its attempts; a connection that breaks has a sentence too', async () => {
    answers = [unavailable, unavailable];
    await expect(createClient({ baseUrl, retries: 1 }).listTeams()).rejects.toMatchObject({
      status: 503,
      message: 'Not now.',
    });
    await expect(createClient({ baseUrl, retries: 0 }).listTeams()).rejects.toMatchObject({
      status: 0,
      message: 'The server cannot be reached.',
    });
  });

  test('ends when its signal does', async () => {
    const stopping = new AbortController();
    answers = [() => stopping.abort(new Error('enough'))];
    await expect(createClient({ baseUrl }).listTeams({}, { signal: stopping.signal })).rejects.toThrow('enough');
  });
});

describe('pages', () => {
  const collect = async () => {
    const found: number[] = [];
    for await (const { releases } of eachPage(createClient({ baseUrl }).listReleases, { resource_path: 'acme' }))
      found.push(...releases.map(({ id }) => id));
    return found;
  };

  test('are followed by number', async () => {
    answers = [page(1, 2), page(2, 2)];
    expect(await collect()).toEqual([1, 2]);
    expect(asked.map(({ url }) => new URL(url, baseUrl).searchParams.get('page'))).toEqual(['1', '2']);
  });

  test('are followed by cursor where the list gives one', async () => {
    answers = [page(1, 2, 'c1'), page(2, 2, null)];
    expect(await collect()).toEqual([1, 2]);
    expect(asked[1]?.url).toBe('/api/v1/releases?resource_path=acme&cursor=c1');
  });
});
