import { expect, test } from 'vitest';
import { EXAMPLES } from '../../openapi/examples.ts';
import { readApiDocument } from './api-document.ts';
import { curlOf } from './call-example.ts';
import { operationPage, operationsOf } from './reference-pages.ts';

/** A document of one call. */
function callOf(method: string, operation: Record<string, unknown>) {
  const described = { operationId: 'callIt', tags: ['Calls'], ...operation };
  const document = readApiDocument(
    JSON.stringify({ tags: [{ name: 'Calls' }], paths: { '/api/v1/calls': { [method]: described } } }),
  );
  const [call] = operationsOf(document);
  if (!call) throw new Error('no call');
  return { document, call };
}

function typed(method: string, operation: Record<string, unknown>): string {
  const { document, call } = callOf(method, operation);
  return curlOf(document, call);
}

const path = (description: string) => ({ name: 'resource_path', in: 'query', required: true, description });
const body = (schema: object, example?: unknown) => ({
  content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema, example } },
});

test('where one repo must be named, the call names a repo', () => {
  expect(typed('get', { parameters: [path('One repo: `entity/organization/repo`.')] })).toContain(
    '?resource_path=demo/aurora/ledger"',
  );
  expect(typed('get', { parameters: [path('An entity, organization or repo.')] })).toContain('?resource_path=demo"');
});

test('a call sends what was sent when its example was recorded', () => {
  const text = typed('post', { requestBody: body({}, EXAMPLES['recordRelease']?.request) });
  expect(text).toContain("-d 'resource_path=demo/aurora/ledger'");
  expect(text).toContain("-d 'issue_keys_resolved=PROJ-1234'");
});

test('what a form cannot hold is sent as JSON, and what a shell or a form would change is quoted', () => {
  expect(typed('post', { requestBody: body({}, { questions: [{ text: "It's fine" }] }) })).toContain(
    String.raw`-d '{"questions":[{"text":"It'\''s fine"}]}'`,
  );
  expect(typed('post', { requestBody: body({}, { title: 'Web & mobile' }) })).toContain(
    "--data-urlencode 'title=Web & mobile'",
  );
});

test('provisioning a user is shown for GitHub and the own entity', () => {
  const field = { type: 'string' };
  const properties = {
    email: field,
    git_provider_em: { enum: ['hostB', 'hostC'] },
    entity_slug: field,
    user_name: field,
  };
  const schema = { type: 'object', required: ['email', 'git_provider_em'], properties };
  const text = typed('post', { operationId: 'provisionUser', requestBody: body(schema) });
  expect(text).toContain("-d 'git_provider_em=github'");
  expect(text).toContain("-d 'entity_slug=demo'");
  expect(text).not.toContain('user_name');
});

test('a line is named in the call for its history', () => {
  expect(typed('get', { operationId: 'showLineHistory', parameters: [path('One repo.')] })).toContain(
    '?resource_path=demo/aurora/ledger&line_number_after=1"',
  );
});

test('a call that removes an entity names none', () => {
  const schema = { type: 'object', required: ['entity_slug'], properties: { entity_slug: { type: 'string' } } };
  expect(typed('post', { requestBody: body(schema) })).toContain("-d 'entity_slug=<entity_slug>'");
});

test('an answer of two shapes has the fields of both', () => {
  const shape = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
  const schema = { anyOf: [shape('release'), shape('releases')] };
  const { document, call } = callOf('post', {
    responses: { 201: { description: 'Done.', content: { 'application/json': { schema } } } },
  });
  const page = operationPage(document, call);
  expect(page).toContain('<code>release</code>');
  expect(page).toContain('<code>releases</code>');
});

test('a call that needs no token shows none, and one whose body is JSON alone sends JSON', () => {
  const json = { content: { 'application/json': { schema: { required: ['token'], properties: { token: {} } } } } };
  const text = typed('post', { security: [], requestBody: json });
  expect(text).not.toContain('Authorization');
  expect(text).toContain(`-d '{"token":"<token>"}'`);
});

test('nobody removes something by pasting an example', () => {
  const described = { operationId: 'removeIt', tags: ['Calls'] };
  const document = readApiDocument(
    JSON.stringify({ tags: [{ name: 'Calls' }], paths: { '/api/v1/calls/{id}': { delete: described } } }),
  );
  expect(operationsOf(document).map((call) => curlOf(document, call))).toEqual([
    expect.stringContaining('/calls/<id>"'),
  ]);
});
