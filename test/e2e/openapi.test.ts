import { readFile } from 'node:fs/promises';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { WITHOUT_EXAMPLE } from '../examples/without-example.ts';
import { readOperations } from '../fuzz/api-document.ts';
import { schemasMark } from '../generators/client-schemas.ts';
import { startStack } from '../support/start-stack.ts';

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const operation = z.looseObject({
  operationId: z.string(),
  description: z.string().min(10),
  tags: z.array(z.string()).length(1),
  parameters: z.array(z.looseObject({ name: z.string().optional(), description: z.string().optional() })).default([]),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
});

/** Every property of every schema that has no sentence. */
function undescribed(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => undescribed(item, `${place}/${index}`));
  if (!isJson(value)) return [];
  const properties = isJson(value['properties']) ? Object.entries(value['properties']) : [];
  return [
    ...properties.flatMap(([name, schema]) =>
      isJson(schema) && typeof schema['description'] !== 'string' ? [`${place}/${name}`] : [],
    ),
    ...Object.entries(value).flatMap(([key, child]) =>
      key === 'example' ? [] : undescribed(child, `${place}/${key}`),
    ),
  ];
}

/** Fields whose name promises a token, a time, a day or a whole number, without an enum, format or type that says so. */
function untyped(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => untyped(item, `${place}/${index}`));
  if (!isJson(value)) return [];
  const properties = isJson(value['properties']) ? Object.entries(value['properties']) : [];
  return [
    ...properties.flatMap(([name, schema]) => {
      const text = JSON.stringify(schema);
      const says = (pattern: RegExp) => pattern.test(text) || text.includes('"$ref"');
      const isTyped =
        // A failure's action is any route's, and POST /releases has two.
        (!/_em$|^import_status$/.test(name) || name === 'action_em' || says(/"(enum|const)"/)) &&
        (!/_at$/.test(name) || says(/"format":"date-time"/)) &&
        (!/_date$|^date$/.test(name) || says(/"format":"date(-time)?"/)) &&
        (!/_count$|^(id|page|per_page)$|[a-z]_id$/.test(name) || says(/"(integer|string)"/));
      return isTyped ? [] : [`${place}/${name}`];
    }),
    ...Object.entries(value).flatMap(([key, child]) => (key === 'example' ? [] : untyped(child, `${place}/${key}`))),
  ];
}

const answerSchema = z.looseObject({
  content: z.looseObject({ 'application/json': z.looseObject({ example: z.unknown() }) }),
});

/** Whether an answer that succeeds is shown. */
const hasExample = (response: unknown): boolean =>
  answerSchema.safeParse(response).data?.content['application/json'].example !== undefined;

/** The reasons that a failed import can have. */
function importErrors(document: Json): string[] {
  const words = z.object({ anyOf: z.array(z.looseObject({ enum: z.array(z.string()).default([]) })) });
  const schemas = z.looseObject({ Import: z.looseObject({ properties: z.looseObject({ error_em: words }) }) });
  const { components } = z.looseObject({ components: z.looseObject({ schemas }) }).parse(document);
  return components.schemas.Import.properties.error_em.anyOf.flatMap(({ enum: errors }) => errors);
}

/** The package of rules declares its types for looser compiler settings than ours. */
const asRuleset = (rules: unknown): RulesetDefinition => rules as RulesetDefinition;

/** What the two linters of the field say of the document by their recommended rules. */
async function lint(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const redocly = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[asRuleset(oas), 'recommended']], rules: {} });
  return [
    ...redocly.map(({ ruleId, message }) => `redocly ${ruleId}: ${message}`),
    ...(await spectral.run(text)).map(({ code, path, message }) => `spectral ${code}: ${path.join('/')} ${message}`),
  ];
}

test('the API document names every operation, status, parameter and field', { timeout: 120_000 }, async () => {
  const stack = await startStack();
  const { port, refreshCatalogue } = stack.gateway.started;
  await refreshCatalogue();
  const text = await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).text();
  const document = documentSchema.parse(JSON.parse(text));
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, described]) => ({ at: `${verb} ${path}`, ...described })),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).toEqual([]);
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const { at, responses, parameters, tags: own } of operations) {
    expect([at, tags.has(own[0] ?? '')]).toEqual([at, true]);
    expect([at, Object.keys(responses).filter((code) => !/^\d{3}$/.test(code))]).toEqual([at, []]);
    expect([at, parameters.filter(({ name, description }) => name && !description).map(({ name }) => name)]).toEqual([
      at,
      [],
    ]);
  }
  expect(undescribed(document)).toEqual([]);
  expect(text).not.toContain('"additionalProperties":false');
  expect(untyped(document)).toEqual([]);
  // Whether examples are what their schemas say is among the rules.
  expect(await lint(text)).toEqual([]);
  const without = operations.filter(({ responses }) => !Object.values(responses).some(hasExample));
  expect(without.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(WITHOUT_EXAMPLE).sort());

  for (const { at, operationId } of operations) {
    const page = await fetch(`http://127.0.0.1:${port}/docs/reference/${operationId}`);
    expect([at, page.status, (await page.text()).includes(`<code>${at.split(' ')[1]}</code>`)]).toEqual([
      at,
      200,
      true,
    ]);
  }

  const guide = await readFile(new URL('../../gateway/guides/03-connect-and-import.md', import.meta.url), 'utf8');
  const errors = importErrors(document);
  expect(errors.length).toBeGreaterThan(10);
  expect(
    errors.filter((error) => !guide.includes(`\`${error}\``)),
    'the guide says what to do about each',
  ).toEqual([]);

  const types = await readFile(new URL('../../packages/client/src/generated/schemas.ts', import.meta.url), 'utf8');
  const [mark] = types.split('\n');
  expect(mark, 'make the types of the client anew: npm run generators -- client').toBe(schemasMark(document));
});

test('an answer says what to do with it in headers that the document names', { timeout: 120_000 }, async () => {
  const stack = await startStack({ FAILED_AUTHENTICATIONS_PER_MINUTE: '2' });
  await stack.gateway.started.refreshCatalogue();
  const { token } = await makeTenant(stack.identity.started.context, { slug: 'acme', role: 'admin' });
  const operations = readOperations(await (await fetch(`${stack.baseUrl}/openapi.json`)).json());

  /** Of the answer, those of the headers in question that it has. */
  async function headersOf(
    operationId: string,
    query: string,
    given: Record<string, string>,
    expected: number,
    json?: unknown,
  ) {
    const operation = operations.find(({ id }) => id === operationId);
    if (!operation) throw new Error(`${operationId} is not documented`);
    const { method, path, parameters } = operation;
    const response = await fetch(`${stack.baseUrl}${path}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...given,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body = type.startsWith('application/json') ? JSON.parse(text) : text;
    expect([operationId, response.status]).toEqual([operationId, expected]);
    expect(operation.problemOf(response.status, response.headers, body)).toBeNull();
    const names = new Set(parameters.filter((one) => one.in === 'header').map(({ name }) => name));
    for (const name of Object.keys(given)) expect(names.has(name) || name === 'authorization').toBe(true);
    return response.headers;
  }

  const query = '?resource_path=acme&odd=1';
  const first = await headersOf('listReleases', query, {}, 200);
  expect(first.get('x-ignored-parameters')).toBe('odd');
  const again = await headersOf('listReleases', query, { 'If-None-Match': first.get('etag') ?? '' }, 304);
  expect([again.get('etag'), again.get('x-ignored-parameters')]).toEqual([first.get('etag'), 'odd']);
  const missing = await headersOf('listReleases', '?resource_path=nobody&odd=1', {}, 404);
  expect(missing.get('x-ignored-parameters')).toBe('odd');

  const key = { 'Idempotency-Key': 'a-key' };
  const named = '?resource_path=acme&name=Platform';
  expect((await headersOf('createTeam', named, key, 201)).get('idempotent-replay')).toBeNull();
  expect((await headersOf('createTeam', named, key, 201)).get('idempotent-replay')).toBe('true');
  const counted = await headersOf('listLlmTokens', '?resource_path=acme&page=1', {}, 200);
  expect(counted.get('x-total-count')).toBe('0');

  // An import's failures have fields, and the protocol of telemetry has bodies, of their own.
  for (const operationId of ['queueImport', 'receiveMetrics']) {
    const refused = await headersOf(operationId, '', { authorization: `Bearer bad-${operationId}` }, 401);
    expect(refused.get('www-authenticate')).toBe('Bearer');
  }
  for (const operationId of ['queueImport', 'receiveMetrics', 'listTeams']) {
    const later = await headersOf(operationId, '', { authorization: `Bearer worse-${operationId}` }, 429);
    expect(Number(later.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await headersOf('showSession', '', { authorization: '' }, 401)).get('www-authenticate')).toBe('Bearer');

  const started = await headersOf('signInWithToken', '', { authorization: '' }, 200, { token });
  const [session = ''] = started.getSetCookie();
  expect(session).toMatch(/^linescope_session_\d+=.*; HttpOnly/);
  const ended = await headersOf('signOut', '', { authorization: '' }, 200);
  expect(ended.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
});

test('a method that a path does not have is 405 with those that it has, as the document has them', async () => {
  const stack = await startStack();
  await stack.gateway.started.refreshCatalogue();
  const { token } = await makeTenant(stack.identity.started.context, { slug: 'methods', role: 'admin' });
  const text = await (await fetch(`${stack.baseUrl}/openapi.json`)).text();
  expect(text).toContain('the header `Allow` names');
  for (const [path, verbs] of Object.entries(documentSchema.parse(JSON.parse(text)).paths)) {
    if (path.includes('{')) continue;
    const answer = await fetch(`${stack.baseUrl}${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.body?.cancel();
    const allowed = answer.headers.get('allow')?.split(', ') ?? [];
    const documented = Object.keys(verbs).map((verb) => verb.toUpperCase());
    expect([path, answer.status, documented.filter((verb) => !allowed.includes(verb))]).toEqual([path, 405, []]);
  }
});
