import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { identityService } from '../service.ts';
import { makeTenant } from '../testing/make-tenant.ts';

const identity = await testService(identityService);
const { context } = identity.started;
const admin = (await makeTenant(context, { slug: 'acme' })).principal;
const member = (await makeTenant(context, { slug: 'acme', role: 'member', email: 'mia@acme.example' })).principal;
const stranger = (await makeTenant(context, { slug: 'globex' })).principal;

const add = (json: object, as = admin) => identity.call('POST', '/api_tokens/llm_tokens', { as, json });
const remove = (id: number, as = admin) => identity.call('DELETE', `/api_tokens/llm_tokens/${id}`, { as });
const list = () => identity.call('GET', '/api_tokens/llm_tokens?resource_path=acme', { as: admin });
const GIVEN = { ai_usage_provider_em: 'cursor', token: 'key_0123456789' };

test('201 and 200: a token is added, listed without itself, and removed', async () => {
  const added = await add(GIVEN);
  expect(added.status).toBe(201);
  const listed = await list();
  expect(listed.headers.get('x-total-count')).toBe('1');
  expect(JSON.stringify(listed.body)).not.toContain(GIVEN.token);
  expect(listed.body[0].id).toBe(added.body.llm_token_id);
  expect((await remove(added.body.llm_token_id)).status).toBe(200);
  expect((await list()).body).toEqual([]);
});

test('400: no provider, a token too short, an organization that there is not', async () => {
  const { status, body } = await add({ token: 'short', organizations: 'nowhere' });
  expect([status, body.errors.map((error: { param: string }) => error.param)]).toEqual([
    400,
    ['ai_usage_provider_em', 'token'],
  ]);
  expect((await add({ ...GIVEN, organizations: 'nowhere' })).body.errors[0].param).toBe('organizations');
});

test('403: it is the admins’', async () => {
  expect((await add(GIVEN, member)).status).toBe(403);
});

test('404: a token of another entity', async () => {
  const { body } = await add(GIVEN);
  expect((await remove(body.llm_token_id, stranger)).status).toBe(404);
});
