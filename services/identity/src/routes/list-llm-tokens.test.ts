import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addLlmToken } from '../actions/add-llm-token.ts';
import { identityService } from '../service.ts';
import { identityClient } from '../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../testing/make-tenant.ts';

const start = async () => {
  const service = await testService(identityService);
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
let acme: Tenant;
let globex: Tenant;
let web = 0;
let wholeId = 0;

const add = ({ principal }: Tenant, fields: { token: string; organizationIds?: number[] }) =>
  identity.context.postgres.transaction((tx) =>
    addLlmToken(tx, identity.context, {
      entityId: principal.entityId,
      createdByUserId: principal.userId,
      aiUsageProviderEm: 'vendorA_assistant',
      endpointUrl: null,
      organizationSlug: 'acme-inc',
      enterpriseSlug: null,
      teamSlugs: ['core'],
      organizationIds: [],
      actor: 'test',
      ...fields,
    }),
  );

const registerOrganization = async ({ principal }: Tenant, organizationSlug: string) => {
  const wanted = { entityId: principal.entityId, gitProviderEm: 'hostC', organizationSlug, repoSlug: 'repo' };
  return (await identity.client.registerRepo({ ...wanted, externalId: organizationSlug })).repo?.organizationId ?? 0;
};

const list = (as: Tenant, resource_path?: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...(resource_path === undefined ? {} : { resource_path }), ...more });
  return identity.call('GET', `/api_tokens/llm_tokens?${query}`, { as: as.principal });
};

beforeAll(async () => {
  identity = await start();
  acme = await makeTenant(identity.context, { slug: 'acme' });
  globex = await makeTenant(identity.context, { slug: 'globex' });
  web = await registerOrganization(acme, 'web');
  await registerOrganization(acme, 'lab');
  wholeId = await add(acme, { token: 'whole-secret' });
  await add(acme, { token: 'web-secret', organizationIds: [web] });
  await add(globex, { token: 'globex-secret' });
});

describe('GET /api_tokens/llm_tokens', () => {
  test('200: the tokens of the entity, with what they serve and never the token', async () => {
    const answer = await list(acme, 'acme');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      {
        id: expect.any(Number),
        ai_usage_provider_em: 'vendorA_assistant',
        created_at: expect.stringMatching(/Z$/),
        global_error_em: null,
        last_exceeded_quota_at: null,
        last_used_at: null,
        created_by_user: { service_id: acme.principal.userId, name: 'admin', git_provider_em: null },
        confirmed_resources: [
          { resource_em: 'entity_resource', resource_id: acme.principal.entityId, resource_name: 'acme' },
        ],
      },
      expect.objectContaining({
        confirmed_resources: [{ resource_em: 'organization_resource', resource_id: web, resource_name: 'web' }],
      }),
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });

  test('200: an organization shows the tokens that serve it, those of the whole entity too', async () => {
    expect((await list(acme, 'acme/web')).body).toHaveLength(2);
    expect((await list(acme, 'acme/lab')).body).toHaveLength(1);
  });

  test('200: whole unless a page is given; past the end is empty', async () => {
    const many = await makeTenant(identity.context, { slug: 'many' });
    for (let nth = 0; nth < 51; nth += 1) await add(many, { token: `token-${nth}` });
    expect((await list(many, 'many')).body).toHaveLength(51);
    expect((await list(many, 'many', { page: '1' })).body).toHaveLength(50);
    expect((await list(many, 'many', { page: '2' })).body).toHaveLength(1);
    expect((await list(many, 'many', { page: '3' })).body).toEqual([]);
  });

  test('400: no path, a repo, a page below one', async () => {
    expect((await list(acme)).body.errors).toMatchObject([{ param: 'resource_path', code_em: 'missing' }]);
    expect((await list(acme, 'acme/web/repo')).body.errors).toMatchObject([{ param: 'resource_path' }]);
    expect((await list(acme, 'acme', { page: '0' })).body.errors).toMatchObject([{ param: 'page' }]);
  });

  test('403 for members and managers; 404 for another entity, existing or not', async () => {
    for (const role of ['member', 'manager'] as const) {
      const tenant = await makeTenant(identity.context, { slug: 'acme', role, email: `${role}@acme.example` });
      expect((await list(tenant, 'acme')).status).toBe(403);
    }
    expect((await list(acme, 'globex')).status).toBe(404);
    expect((await list(acme, 'nowhere')).status).toBe(404);
  });

  test('a super admin sees those of any entity', async () => {
    const operator = await makeTenant(identity.context, { slug: 'operations', role: 'super_admin' });
    expect((await list(operator, 'globex')).body).toHaveLength(1);
  });
});

test('200: beside the user who created a token stands their code host, or else the entity’s', async () => {
  const hosted = await makeTenant(identity.context, { slug: 'hosted' });
  await add(hosted, { token: 'hosted-secret' });
  const connect = (host: string, userId: number) =>
    identity.context.postgres.run(
      `INSERT INTO connections (entity_id, user_id, git_provider_em, sealed_token, sealed_webhook_secret, host_user_id, host_user_name)
       VALUES ($1, $2, $3, 'k.a.b.c', 'k.a.b.c', $3, $3)`,
      [hosted.principal.entityId, userId, host],
    );
  const shownHost = async () => (await list(hosted, 'hosted')).body[0].created_by_user.git_provider_em;
  const { user } = await identity.client.ensureUser({
    entityId: hosted.principal.entityId,
    email: 'other@hosted.example',
    role: 'member',
  });
  await connect('hostD', user?.id ?? 0);
  expect(await shownHost()).toBe('hostD');
  await connect('hostC', hosted.principal.userId);
  expect(await shownHost()).toBe('hostC');
});

describe('an LLM token', () => {
  test('is lent to services in clear, and rests sealed', async () => {
    const { tokens } = await identity.client.lendLlmTokens({ entityId: acme.principal.entityId });
    expect(tokens.map((token) => token.token)).toEqual(['whole-secret', 'web-secret']);
    expect(tokens[0]).toMatchObject({ organizationSlug: 'acme-inc', teamSlugs: ['core'] });
    const rows = await identity.context.postgres.many(z.unknown(), 'SELECT * FROM llm_tokens');
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect((await identity.client.lendLlmTokens({})).tokens.length).toBeGreaterThanOrEqual(3);
  });

  test('shows when it was used, when its quota was exceeded, and its error until that is cleared', async () => {
    const report = { llmTokenId: wholeId, usedAt: '2026-10-08T14:05:00Z', exceededQuotaAt: '2026-10-08T15:00:00Z' };
    await identity.client.reportLlmToken({ ...report, globalErrorEm: 'access_denied' });
    expect((await list(acme, 'acme')).body[0]).toMatchObject({
      last_used_at: '2026-10-08T14:05:00Z',
      last_exceeded_quota_at: '2026-10-08T15:00:00Z',
      global_error_em: 'access_denied',
    });
    await identity.client.reportLlmToken({ llmTokenId: wholeId });
    expect((await list(acme, 'acme')).body[0]).toMatchObject({
      last_used_at: '2026-10-08T14:05:00Z',
      global_error_em: null,
    });
  });
});
