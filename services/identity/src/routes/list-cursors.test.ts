import { tamperedCursors } from '@linescope/test-kit/tampered-cursors';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, expect, test } from 'vitest';
import { addLlmToken } from '../actions/add-llm-token.ts';
import { identityService } from '../service.ts';
import { makeTenant, type Tenant } from '../testing/make-tenant.ts';

const start = async () => {
  const service = await testService(identityService);
  return { ...service, context: service.started.context };
};
let identity: Awaited<ReturnType<typeof start>>;
let admin: Tenant;
const call = (method: string, path: string, json?: unknown) =>
  identity.call(method, path, { as: admin.principal, ...(json === undefined ? {} : { json }) });

beforeAll(async () => {
  identity = await start();
  admin = await makeTenant(identity.context, { slug: 'acme' });
  for (let nth = 0; nth < 5; nth += 1) {
    await call('POST', '/users', { email: `user-${nth}@acme.example` });
    await call('POST', '/tokens', { name: `token ${nth}` });
    await identity.context.postgres.transaction((tx) =>
      addLlmToken(tx, identity.context, {
        entityId: admin.principal.entityId,
        createdByUserId: admin.principal.userId,
        aiUsageProviderEm: 'vendorA_assistant',
        endpointUrl: null,
        organizationSlug: 'acme-inc',
        enterpriseSlug: null,
        teamSlugs: [],
        organizationIds: [],
        token: `secret-${nth}`,
        actor: 'test',
      }),
    );
  }
});

test.each([
  ['/users', 'users'],
  ['/tokens', 'tokens'],
  ['/audit_trail', 'entries'],
])('pages of %s by cursor are the whole list', async (path, field) => {
  const whole = (await call('GET', path)).body[field];
  expect(whole.length).toBeGreaterThan(4);
  const shown: unknown[] = [];
  for (let query: string | null = ''; query !== null; ) {
    const { body } = await call('GET', `${path}?per_page=2${query}`);
    shown.push(...body[field]);
    query = body.next_cursor && `&cursor=${body.next_cursor}`;
  }
  expect(shown).toEqual(whole);
});

test('users go on behind the last one shown when all that were shown are removed', async () => {
  const first = (await call('GET', '/users?per_page=3')).body;
  for (const { id } of first.users.slice(1)) expect((await call('DELETE', `/users/${id}`)).status).toBe(200);
  const { users } = (await call('GET', `/users?cursor=${first.next_cursor}`)).body;
  expect(users.map(({ email }: { email: string }) => email)).toEqual([
    'user-2@acme.example',
    'user-3@acme.example',
    'user-4@acme.example',
  ]);
});

test('the cursor in the header of a bare array is all that must be given', async () => {
  const first = await call('GET', '/api_tokens/llm_tokens?resource_path=acme&page=1&per_page=2');
  const next = await call('GET', `/api_tokens/llm_tokens?cursor=${first.headers.get('x-next-cursor')}`);
  expect([next.status, next.body.length, next.headers.get('x-next-cursor')]).toEqual([200, 3, null]);
});

test.each(['/users', '/tokens', '/audit_trail', '/api_tokens/llm_tokens'])(
  '400: a cursor that %s did not give',
  async (path) => {
    for (const cursor of tamperedCursors(path, path === '/api_tokens/llm_tokens' ? { resource_path: 'acme' } : {})) {
      const { status, body } = await call('GET', `${path}?cursor=${cursor}`);
      expect([cursor, status, body.errors?.[0].param]).toEqual([cursor, 400, 'cursor']);
    }
  },
);
