import { type LocalHost, type Received, type Reply, startLocalHost } from '@linescope/providers/testing/local-host';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, expect, test } from 'vitest';
import { identityService } from '../service.ts';
import { identityClient } from '../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../testing/make-tenant.ts';

const TOKEN = 'token-of-ada';
const EMAIL = 'ada@acme.example';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** Each host as its vendor answers: who the token is, and which organizations it sees. */
const HOSTS: Record<string, { authorization: string; answers: Record<string, Reply>; expected: object }> = {
  hostB: {
    authorization: basic(`${EMAIL}:${TOKEN}`),
    answers: {
      '/2.0/user': { body: { account_id: 'b-1', uuid: '{u}', nickname: 'ada', display_name: 'Ada' } },
      '/2.0/user/emails': { status: 403, body: {} },
      '/2.0/user/workspaces': { body: { values: [{ uuid: '{w}', slug: 'acme', name: 'Acme' }] } },
    },
    expected: { email: EMAIL, userName: 'ada' },
  },
  hostB_server: {
    authorization: `Bearer ${TOKEN}`,
    answers: {
      '/rest/api/1.0/application-properties': { body: {}, headers: { 'x-ausername': 'ada' } },
      '/rest/api/1.0/users': { body: { isLastPage: true, values: [{ id: 7, name: 'ada', displayName: 'Ada' }] } },
      '/rest/api/1.0/projects': { body: { isLastPage: true, values: [{ id: 1, key: 'ACME', name: 'Acme' }] } },
    },
    expected: { email: '', userName: 'ada' },
  },
  hostD: {
    authorization: `Bearer ${TOKEN}`,
    answers: {
      '/api/v4/user': { body: { id: 5, username: 'ada', name: 'Ada' } },
      '/api/v4/personal_access_tokens/self': { body: { expires_at: '2199-01-01', scopes: ['read_api'] } },
      '/api/v4/groups': { body: [] },
    },
    expected: { email: '', userName: 'ada', expiresAt: '2199-01-01T00:00:00.000Z' },
  },
  devops_suite_on_prem: {
    authorization: basic(`:${TOKEN}`),
    answers: {
      '/acme/_apis/connectionData': {
        body: { authenticatedUser: { id: 'd-1', properties: { Account: { $value: EMAIL } } } },
      },
      '/acme/_apis/projects': { body: { value: [{ id: 'p', name: 'Web Shop' }] } },
    },
    expected: { userName: EMAIL, devopsOrganizationName: 'acme', devopsTenantId: 'tenant-1' },
  },
};

const start = async () => {
  const service = await testService(identityService, { ALLOW_PRIVATE_ADDRESSES: 'true' });
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

async function startHost(answer: (request: Received) => Reply): Promise<LocalHost> {
  const host = await startLocalHost(answer);
  removeAfterFile(async () => host[Symbol.asyncDispose]());
  return host;
}

const provision = (as: Tenant, git_provider_em: string, custom_endpoint_url: string) =>
  identity.call('POST', '/api_tokens/provision_user', {
    as: as.principal,
    json: {
      email: EMAIL,
      git_provider_em,
      git_provider_token: TOKEN,
      git_provider_token_expires_at: '2199-06-01',
      devops_organization_name: 'acme',
      devops_tenant_id: 'tenant-1',
      custom_endpoint_url,
      entity_slug: as.principal.entitySlug,
    },
  });

test.each(Object.entries(HOSTS))('201: a connection to %s', async (provider, { authorization, answers, expected }) => {
  const host = await startHost((request) =>
    request.headers.get('authorization') === authorization
      ? (answers[request.path] ?? { status: 404, body: {} })
      : { status: 401, body: {} },
  );
  const tenant = await makeTenant(identity.context, { slug: provider.toLowerCase().replaceAll('_', '-') });
  const answer = await provision(tenant, provider, host.url);
  expect(answer.status).toBe(201);
  expect(answer.body.response_detail).toContain('1 organization was retrieved');
  const { connections } = await identity.client.lendConnections({ entityId: tenant.principal.entityId });
  expect(connections).toMatchObject([{ gitProviderEm: provider, token: TOKEN, ...expected }]);
});

test('201: a Bitbucket token that goes alone is kept without an address', async () => {
  const answers: Record<string, Reply> = HOSTS['hostB']?.answers ?? {};
  const host = await startHost((request) =>
    request.headers.get('authorization') === `Bearer ${TOKEN}`
      ? (answers[request.path] ?? { status: 404, body: {} })
      : { status: 401, body: {} },
  );
  const tenant = await makeTenant(identity.context, { slug: 'alone' });
  expect((await provision(tenant, 'bitbucket', host.url)).status).toBe(201);
  const { connections } = await identity.client.lendConnections({ entityId: tenant.principal.entityId });
  expect(connections).toMatchObject([{ email: '', token: TOKEN }]);
});

test.each(Object.keys(HOSTS))('422: %s refuses the token', async (provider) => {
  const host = await startHost(() => ({ status: 401, body: {} }));
  const tenant = await makeTenant(identity.context, { slug: 'refused' });
  const answer = await provision(tenant, provider, host.url);
  expect([answer.status, answer.body.response_em]).toEqual([422, 'response_provider_rejected']);
});

test('502: organizations without an end are read up to a bound, and nothing goes on after the answer', async () => {
  const answers: Record<string, Reply> = HOSTS['hostD']?.answers ?? {};
  let asked = 0;
  const host = await startHost((request) => {
    asked += 1;
    const reply = answers[request.path] ?? { status: 404, body: {} };
    const link = `<${host.url}${request.path}?page=${asked}>; rel="next"`;
    return request.path.endsWith('/groups') ? { ...reply, headers: { link } } : reply;
  });
  const tenant = await makeTenant(identity.context, { slug: 'endless' });
  const good = await startHost((request) => answers[request.path] ?? { status: 404, body: {} });
  const other = await makeTenant(identity.context, { slug: 'beside-endless' });
  const twice = [provision(tenant, 'gitlab', host.url), provision(tenant, 'gitlab', host.url)];
  const first = await Promise.race([provision(other, 'gitlab', good.url), ...twice]);
  expect(first.status, 'another tenant does not wait for them').toBe(201);
  for (const answer of await Promise.all(twice)) {
    expect([answer.status, answer.body.response_em]).toEqual([502, 'response_provider_unreachable']);
    expect(answer.body.response_detail).toContain('its lists do not end');
  }
  expect(asked).toBeLessThan(2 * 110);
  // One tenant's checks wait for each other: the second begins when the first has read all that it reads.
  const began = host.log.flatMap(({ path }, index) => (path.endsWith('/self') ? [index] : []));
  expect(began).toEqual([1, asked / 2 + 1]);
});

test('502: whatever service answers at an address, the sentence is the same', async () => {
  const tenant = await makeTenant(identity.context, { slug: 'strangers' });
  const sentences = new Set<string>();
  const replies: Reply[] = [
    { status: 404, body: {} },
    { status: 500, body: 'no' },
    { body: '<html>' },
    { body: '{}', cutAfter: 1 },
  ];
  for (const reply of replies) {
    const host = await startHost(() => reply);
    const answer = await provision(tenant, 'gitlab', host.url);
    expect(answer.status).toBe(502);
    sentences.add(answer.body.response_detail);
  }
  const nobody = await provision(tenant, 'gitlab', 'http://127.0.0.1:9');
  expect([...sentences]).toEqual([nobody.body.response_detail]);
});

test.each(Object.keys(HOSTS))('502: %s fails, however it fails', async (provider) => {
  const tenant = await makeTenant(identity.context, { slug: 'failing' });
  const failures: Reply[] = [
    { status: 500, body: 'no' },
    { body: '<html>' },
    { body: { unexpected: true } },
    { body: '{}', cutAfter: 1 },
  ];
  for (const reply of failures) {
    const host = await startHost(() => reply);
    const answer = await provision(tenant, provider, host.url);
    // A host that names nobody may as well have refused the token.
    expect([502, 422]).toContain(answer.status);
    expect(JSON.stringify(answer.body)).not.toContain(TOKEN);
  }
});
