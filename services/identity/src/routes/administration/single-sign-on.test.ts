import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityService } from '../../service.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';
import { testBrowser } from '../../testing/test-browser.ts';
import { CLIENT, signInAtProvider, testOidcProvider } from '../../testing/test-oidc-provider.ts';

const PATH = '/settings/single_sign_on';
const ACCOUNTS = { grace: { email: 'grace@acme.example', email_verified: true, name: 'Grace Hopper' } };

const start = async () => {
  const service = await testService(identityService, {
    ALLOW_PRIVATE_ADDRESSES: 'true',
    PUBLIC_BASE_URL: 'https://lines.example/',
  });
  const { issuer } = await testOidcProvider(ACCOUNTS, `${service.url}/auth/oidc/callback`);
  return { ...service, ...service.started, issuer };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

const call = (as: Tenant, method: string, json?: unknown) =>
  identity.call(method, PATH, { as: as.principal, ...(json === undefined ? {} : { json }) });
const wish = () => ({
  issuer: identity.issuer,
  client_id: CLIENT.clientId,
  client_secret: CLIENT.clientSecret,
  allowed_domains: ['@Acme.example'],
  create_members: true,
});

describe('single sign-on of an entity', () => {
  test('is set by an admin, works at once, and its secret is never shown', async () => {
    const admin = await makeTenant(identity.context, { slug: 'sso' });
    expect((await call(admin, 'GET')).body).toMatchObject({
      single_sign_on: null,
      redirect_url: 'https://lines.example/auth/oidc/callback',
    });
    const { status, body } = await call(admin, 'PUT', wish());
    const shown = {
      issuer: identity.issuer,
      client_id: CLIENT.clientId,
      allowed_domains: ['acme.example'],
      create_members: true,
    };
    expect([status, body.single_sign_on]).toEqual([200, shown]);
    const read = await call(admin, 'GET');
    expect(read.body.single_sign_on).toEqual(shown);
    expect(JSON.stringify([body, read.body])).not.toContain(CLIENT.clientSecret);
    const begin = `${identity.url}/auth/oidc/start?entity=sso&return_to=/auth/session`;
    const page = await signInAtProvider(testBrowser(), begin, 'grace');
    expect(JSON.parse(page.text)).toMatchObject({ user: { email: 'grace@acme.example', role_em: 'member' } });
  });

  test('keeps its secret when the domains change, and asks for it when issuer or client change', async () => {
    const admin = await makeTenant(identity.context, { slug: 'kept' });
    await call(admin, 'PUT', wish());
    const { client_secret: _, ...without } = wish();
    const changed = await call(admin, 'PUT', { ...without, allowed_domains: 'acme.example,acme.test' });
    expect([changed.status, changed.body.single_sign_on.allowed_domains]).toEqual([200, ['acme.example', 'acme.test']]);
    const elsewhere = await call(admin, 'PUT', { ...without, client_id: 'another' });
    expect([elsewhere.status, elsewhere.body.errors]).toMatchObject([
      400,
      [{ param: 'client_secret', code_em: 'missing' }],
    ]);
  });

  test('ends with its secret, and the trail has both', async () => {
    const admin = await makeTenant(identity.context, { slug: 'ended' });
    await call(admin, 'PUT', wish());
    expect((await call(admin, 'DELETE')).body).toMatchObject({ response_em: 'response_success', single_sign_on: null });
    expect((await call(admin, 'DELETE')).status).toBe(404);
    const { entries } = (await identity.call('GET', '/audit_trail', { as: admin.principal })).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { act: 'oidc_removed', actor: `token:${admin.principal.tokenId}` },
      { act: 'oidc_set', detail: { issuer: identity.issuer } },
    ]);
  });

  test('400: every faulty parameter is named at once', async () => {
    const admin = await makeTenant(identity.context, { slug: 'faulty' });
    const { status, body } = await call(admin, 'PUT', { issuer: 'login', allowed_domains: ['not a domain'] });
    expect([status, body.errors.map(({ param }: { param: string }) => param).sort()]).toEqual([
      400,
      ['allowed_domains', 'client_id', 'issuer'],
    ]);
  });

  test('502: an address that is no provider, and nothing changes', async () => {
    const admin = await makeTenant(identity.context, { slug: 'no-provider' });
    const { status, body } = await call(admin, 'PUT', { ...wish(), issuer: `${identity.url}/nothing` });
    expect([status, body.response_em, body.errors]).toMatchObject([
      502,
      'response_provider_unreachable',
      [{ param: 'issuer' }],
    ]);
    expect((await call(admin, 'GET')).body.single_sign_on).toBeNull();
  });

  test('400: an address that this service may not call', async () => {
    const admin = await makeTenant(identity.context, { slug: 'metadata' });
    const { status, body } = await call(admin, 'PUT', { ...wish(), issuer: 'http://169.254.169.254/latest' });
    expect([status, body.errors[0]]).toMatchObject([400, { param: 'issuer', code_em: 'invalid' }]);
  });

  test("403: for who is no admin; another entity's is never touched", async () => {
    const admin = await makeTenant(identity.context, { slug: 'mine' });
    await call(admin, 'PUT', wish());
    for (const role of ['manager', 'member'] as const) {
      const other = await makeTenant(identity.context, { slug: 'mine', role });
      for (const method of ['GET', 'PUT', 'DELETE']) expect((await call(other, method)).status).toBe(403);
    }
    const stranger = await makeTenant(identity.context, { slug: 'stranger' });
    expect((await call(stranger, 'GET')).body.single_sign_on).toBeNull();
    expect((await call(stranger, 'DELETE')).status).toBe(404);
    expect((await call(admin, 'GET')).body.single_sign_on).not.toBeNull();
  });
});
