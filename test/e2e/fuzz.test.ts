/**
 * Requests made from the API document, by tokens of every role and with another entity's ids. A 5xx, a status or a body that the document
 * does not have, another entity's data or a slow answer is a failure. `npm run fuzz -- --seed N --requests M` runs more of them.
 */
import { failureSchema } from '@linescope/contract/envelope';
import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { beforeAll, expect, test } from 'vitest';
import { type Operation, readOperations } from '../fuzz/api-document.ts';
import { type FuzzRequest, makeRequest, type Words } from '../fuzz/make-request.ts';
import { pick } from '../fuzz/random-values.ts';
import { createCaller } from '../support/call-api.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

const SEED = Number(process.env['LINESCOPE_FUZZ_SEED'] ?? 1);
const REQUESTS = Number(process.env['LINESCOPE_FUZZ_REQUESTS'] ?? 400);
const SLOW_MS = 15_000;
const AT_ONCE = 4;
const MINUTES = 60_000;
/** Stands in what another entity recorded, and in no request: names and ids of it do, and the caller may well write them down. */
const SECRET = 'unspoken';

let stack: Stack;
let operations: Operation[];
const ROLES = ['admin', 'admin', 'manager', 'member', 'nobody'] as const;
type Caller = (typeof ROLES)[number];
/** The token of each role now: requests revoke tokens, remove users and change roles, also those of their callers. */
const tokens = new Map<Caller, string>([['nobody', 'not-a-token']]);
let issued = 0;
let words: Words;
/** Answers by status. */
const counts = new Map<number, number>();

beforeAll(async () => {
  stack = await startStack({
    FAILED_AUTHENTICATIONS_PER_MINUTE: '10000000',
    OPEN_REQUESTS_PER_MINUTE: '10000000',
    RATE_LIMIT_PER_MINUTE: '10000000',
  });
  const { context } = stack.identity.started;
  const of = (slug: string, role: 'admin') => makeTenant(context, { slug, role });
  const admin = await of('acme', 'admin');
  const rival = await makeTenant(context, { slug: 'rival', role: 'admin', email: `admin@${SECRET}.example` });
  for (const role of ['admin', 'manager', 'member'] as const) await issueToken(role);
  words = { own: await record('acme', admin.token, 'own'), foreign: await record('rival', rival.token, SECRET) };
  await stack.gateway.started.refreshCatalogue();
  operations = readOperations(await (await fetch(`${stack.baseUrl}/openapi.json`)).json()).filter(
    ({ path }) => path.startsWith('/api/v1/') && !OFF_LIMITS.has(path),
  );
  expect(operations.length).toBeGreaterThan(40);
}, 3 * MINUTES);

async function issueToken(role: Exclude<Caller, 'nobody'>): Promise<void> {
  issued += 1;
  const email = `${role}-${issued}@acme.example`;
  tokens.set(role, (await makeTenant(stack.identity.started.context, { slug: 'acme', role, email })).token);
}

/** Ends the very entity that is asked about. */
const OFF_LIMITS = new Set(['/api/v1/entities/{entity_slug}', '/api/v1/entities']);

/** Something of every kind, and its ids by the names of parameters. */
async function record(slug: string, token: string, text: string): Promise<Words['own']> {
  const api = createCaller(stack.baseUrl, token);
  const scope = { resource_path: slug };
  const defect = await api.post('/critical_defects', {
    ...scope,
    defect_key: `${slug}-1`,
    detected_now: true,
    title: text,
  });
  const release = await api.post('/releases', { ...scope, name: `${slug}-v1`, release_now: true, description: text });
  const team = await api.post('/teams', { ...scope, name: `${slug} team` });
  await api.post('/teams', { ...scope, name: `${text} people` });
  for (const { status } of [defect, release, team]) expect(status).toBeLessThan(500);
  const ids = [defect, release, team].flatMap(({ body }) =>
    [...JSON.stringify(body ?? {}).matchAll(/"(?:id|\w+_?[iI]d)":(\d+)/g)].map((match) => match[1] ?? ''),
  );
  const someIds = [...new Set(ids)].filter((id) => id !== '');
  return {
    resource_path: [slug],
    entity_slug: [slug],
    defect_key: [`${slug}-1`],
    name: [`${slug} team`, `${slug}-v1`],
    id: someIds,
    defect_id: someIds,
    release_id: someIds,
    team_id: someIds,
    survey_id: someIds,
    user_id: someIds,
    committer_id: someIds,
  };
}

async function problemOf(operation: Operation, request: FuzzRequest, role: Caller): Promise<string | null> {
  const token = tokens.get(role) ?? '';
  const began = performance.now();
  const response = await fetch(`${stack.baseUrl}${request.path}`, {
    method: request.method,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
    redirect: 'manual',
    ...(request.body !== undefined && { body: request.body }),
  });
  const text = await response.text();
  counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
  if (response.status === 401 && role !== 'nobody' && tokens.get(role) === token) await issueToken(role);
  const took = performance.now() - began;
  const contentType = response.headers.get('content-type') ?? '';
  if (response.status >= 500 && !isProvidersFault(response.status, text))
    return `${response.status}: ${text.slice(0, 300)}`;
  if (took > SLOW_MS) return `it took ${Math.round(took)} ms`;
  if (!response.headers.get('x-trace-identifier')) return 'it has no trace identifier';
  if (text.includes(SECRET) && !JSON.stringify(request).includes(SECRET))
    return `it shows another entity: ${text.slice(0, 300)}`;
  if (response.status === 413 || response.status === 414 || response.status === 431) return null;
  const isJson = contentType.startsWith('application/json');
  return operation.problemOf(response.status, response.headers, isJson ? JSON.parse(text) : text);
}

/** A code host that a request names and that is not there. */
const isProvidersFault = (status: number, text: string): boolean =>
  status === 502 && text.includes('response_provider_unreachable');

/** Of the library that reads parameters. */
const LIBRARY_WORDS =
  /Invalid (input|ISO|option|key|string|format|element)|Too (big|small|long|short)|Unrecognized|[<>]=?\d/;
const NO_PARAMETER_IS: readonly unknown[] = [5.5, -1, '2026-02-30', 'x'.repeat(5000), true, {}, [1], [{}], [['a']]];

test(
  'whatever is given, a fault is said in words of the service',
  async () => {
    const token = tokens.get('admin') ?? '';
    const found = new Set<string>();
    for (const value of NO_PARAMETER_IS) {
      for (const { id, method, path, parameters, fields } of operations) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        const inQuery = parameters
          .filter((one) => one.in === 'query')
          .map(({ name }): [string, string] => [name, text]);
        const target = `${path.replace(/\{\w+\}/g, encodeURIComponent(text.slice(0, 100)))}?${new URLSearchParams(inQuery)}`;
        const body = JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, value])));
        const response = await fetch(`${stack.baseUrl}${target.slice(0, 8000)}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body }),
        });
        expect([id, response.status < 500]).toEqual([id, true]);
        const failure = failureSchema.safeParse(await response.json().catch(() => null));
        for (const { detail } of failure.data?.errors ?? [])
          if (LIBRARY_WORDS.test(detail)) found.add(`${id}: ${detail}`);
      }
    }
    expect([...found]).toEqual([]);
  },
  3 * MINUTES,
);

test(
  `${REQUESTS} requests of seed ${SEED} are answered as the document says, and show nothing of another entity`,
  async () => {
    const random = randomFrom(SEED);
    const plan = Array.from({ length: REQUESTS }, (_, number) => {
      // Each once, however few requests there are; then by chance.
      const operation = operations[number < operations.length ? number : random(operations.length)];
      if (!operation) throw new Error('the document has no operations');
      return { number, operation, role: pick(random, ROLES), request: makeRequest(random, operation, words) };
    });
    const failures: string[] = [];
    const statuses = new Map<string, number>();
    const work = plan.values();
    const run = async () => {
      for (const { number, operation, role, request } of work) {
        const problem = await problemOf(operation, request, role).catch((error: unknown) => `no answer: ${error}`);
        if (problem !== null) {
          const body = request.body === undefined ? '' : ` ${request.body.slice(0, 400)}`;
          failures.push(
            `request ${number} of seed ${SEED}, ${operation.id}: ${problem}\n  ${request.method} ${request.path.slice(0, 600)} ${JSON.stringify(request.headers)}${body}`,
          );
        }
        statuses.set(operation.id, (statuses.get(operation.id) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, run));
    process.stdout.write(`answers by status: ${JSON.stringify(Object.fromEntries([...counts].sort()))}\n`);
    if (failures.length > 0) process.stdout.write(`${failures.length} failures\n${failures.slice(0, 40).join('\n')}\n`);
    expect(failures).toEqual([]);
    if (REQUESTS >= 400) expect(statuses.size).toBe(operations.length);
  },
  2 * MINUTES + REQUESTS * 100,
);
