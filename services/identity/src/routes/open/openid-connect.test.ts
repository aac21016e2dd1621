import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { setOidcClient } from '../../actions/set-oidc-client.ts';
import { identityService } from '../../service.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';
import { testBrowser } from '../../testing/test-browser.ts';
import { type Accounts, CLIENT, signInAtProvider, testOidcProvider } from '../../testing/test-oidc-provider.ts';

const ACCOUNTS: Accounts = {
  ada: { email: 'Ada@acme.example', email_verified: true, name: 'Ada Lovelace' },
  moved: { email: 'moved@acme.example', email_verified: true },
  unverified: { email: 'ada@acme.example', email_verified: false },
  foreign: { email: 'ada@evil.example', email_verified: true },
  newcomer: { email: 'newcomer@acme.example', email_verified: true, name: 'New Comer' },
  operator: { email: 'operator@acme.example', email_verified: true },
};

const anyRow = z.record(z.string(), z.unknown());

const start = async () => {
  const service = await testService(identityService, { ALLOW_PRIVATE_ADDRESSES: 'true' });
  const { issuer } = await testOidcProvider(ACCOUNTS, `${service.url}/auth/oidc/callback`);
  return { ...service, ...service.started, issuer };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

async function entityWithProvider(slug: string, wish: Partial<{ createsMembers: boolean; issuer: string }> = {}) {
  const tenant = await makeTenant(identity.context, { slug, email: 'ada@acme.example', role: 'manager' });
  await setOidcClient(
    identity.context,
    tenant.principal.entityId,
    { issuer: identity.issuer, ...CLIENT, allowedDomains: ['acme.example'], createsMembers: false, ...wish },
    'test',
  );
  return tenant;
}

const signIn = (slug: string, account: string, browser = testBrowser()) =>
  signInAtProvider(browser, `${identity.url}/auth/oidc/start?entity=${slug}&return_to=/auth/session`, account);

describe('signing in with OpenID Connect', () => {
  test('finds the member by their verified email, and later by their account whatever the email', async () => {
    await entityWithProvider('oidc');
    const page = await signIn('oidc', 'ada');
    expect([page.status, page.url.pathname]).toEqual([200, '/auth/session']);
    expect(JSON.parse(page.text)).toMatchObject({
      user: { email: 'ada@acme.example', role_em: 'manager' },
      entity: { slug: 'oidc' },
    });
    const before = ACCOUNTS['ada'];
    ACCOUNTS['ada'] = { email: 'married@elsewhere.example', email_verified: true };
    const again = await signIn('oidc', 'ada');
    if (before) ACCOUNTS['ada'] = before;
    expect(JSON.parse(again.text).user.email).toBe('ada@acme.example');
  });

  test('is for that entity alone', async () => {
    await entityWithProvider('here');
    await makeTenant(identity.context, { slug: 'there', email: 'ada@acme.example', role: 'admin' });
    expect(JSON.parse((await signIn('here', 'ada')).text)).toMatchObject({ entity: { slug: 'here' } });
    expect((await signIn('there', 'ada')).status).toBe(404);
  });

  test('403: an email that is not verified, of another domain, or of nobody here', async () => {
    await entityWithProvider('refused');
    for (const account of ['unverified', 'foreign', 'newcomer']) {
      const page = await signIn('refused', account);
      expect([page.status, page.text]).toEqual([403, expect.stringContaining('may not sign in here')]);
    }
  });

  test('makes a member where the entity says so, and never more than a member', async () => {
    await entityWithProvider('open', { createsMembers: true });
    expect(JSON.parse((await signIn('open', 'newcomer')).text)).toMatchObject({
      user: { email: 'newcomer@acme.example', name: 'New Comer', role_em: 'member' },
    });
  });

  test('403: never a super admin', async () => {
    await entityWithProvider('operated');
    await makeTenant(identity.context, { slug: 'operated', email: 'operator@acme.example', role: 'super_admin' });
    expect((await signIn('operated', 'operator')).status).toBe(403);
  });

  test('404: an entity without a provider, and one that does not exist, in the same words', async () => {
    await makeTenant(identity.context, { slug: 'without' });
    const [without, unknown] = await Promise.all([signIn('without', 'ada'), signIn('nothing', 'ada')]);
    expect([without.status, unknown.status]).toEqual([404, 404]);
    expect(without.text).toBe(unknown.text);
  });

  test('404: a return that another browser began, a second return, an invented one', async () => {
    await entityWithProvider('stolen');
    const victim = testBrowser();
    const begun = await fetch(`${identity.url}/auth/oidc/start?entity=stolen`, { redirect: 'manual' });
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const stolen = await victim.visit(`${identity.url}/auth/oidc/callback?state=${state}&code=x`);
    expect(stolen.status).toBe(404);
    expect((await victim.visit(`${identity.url}/auth/oidc/callback?state=invented&code=x`)).status).toBe(404);
    expect((await victim.visit(`${identity.url}/auth/oidc/callback`)).status).toBe(404);
  });

  test('502: a provider that does not answer, or has forgotten the code', async () => {
    await entityWithProvider('silent', { issuer: 'http://127.0.0.1:1' });
    const page = await signIn('silent', 'ada');
    expect([page.status, page.text]).toEqual([502, expect.stringContaining('did not answer as it should')]);
    await entityWithProvider('forgotten');
    const browser = testBrowser();
    const begun = await fetch(`${identity.url}/auth/oidc/start?entity=forgotten`, { redirect: 'manual' });
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = await browser.visit(
      `${identity.url}/auth/oidc/callback?state=${state}&code=forgotten&iss=${encodeURIComponent(identity.issuer)}`,
      { headers: { cookie } },
    );
    expect(back.status).toBe(502);
  });

  test('the client secret is sealed, and removed with the entity’s other rows', async () => {
    const { principal }: Tenant = await entityWithProvider('sealed');
    const rows = await identity.context.postgres.many(anyRow, 'SELECT * FROM oidc_clients WHERE entity_id = $1', [
      principal.entityId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(CLIENT.clientSecret);
    expect(await setOidcClient(identity.context, principal.entityId, null, 'test')).toBe(true);
    expect((await signIn('sealed', 'ada')).status).toBe(404);
  });
});
