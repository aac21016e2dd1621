import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeSignInLink } from '../../actions/make-sign-in-link.ts';
import { revokeToken } from '../../actions/revoke-token.ts';
import { setRole } from '../../actions/set-role.ts';
import { identityService } from '../../service.ts';
import { listTokens } from '../../store/tokens.ts';
import { identityClient } from '../../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';
import { testBrowser } from '../../testing/test-browser.ts';

const anyRow = z.record(z.string(), z.unknown());

const start = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-sign-in-'));
  removeAfterFile(() => rm(folder, { recursive: true }));
  const service = await testService(identityService, { DATA_DIR: folder, PUBLIC_BASE_URL: 'https://lines.example' });
  return { ...service, folder, ...service.started, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

const cookieName = () => `linescope_session_${new URL(identity.url).port}`;

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${identity.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, cookies: response.headers.getSetCookie(), body: JSON.parse(await response.text()) };
};

const whoAmI = async (secret: string) => {
  const response = await fetch(`${identity.url}/auth/session`, { headers: { cookie: `${cookieName()}=${secret}` } });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

const secretIn = (cookies: string[]): string => /=([^;]*)/.exec(cookies[0] ?? '')?.[1] ?? '';

async function signedIn(tenant: Tenant): Promise<string> {
  const { cookies } = await post('/auth/token', { token: tenant.token });
  return secretIn(cookies);
}

const linkOf = ({ principal }: Tenant, mustConfirm = false) =>
  makeSignInLink(identity.context.postgres, identity.url, {
    entityId: principal.entityId,
    userId: principal.userId,
    mustConfirm,
  });

describe('signing in with an API token', () => {
  test('400: without one, by its name', async () => {
    const answer = await post('/auth/token', {});
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ param: 'token', code_em: 'invalid' }]]);
  });

  test('sets a cookie that no script reads and no other site is sent with, and says who one is', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'by-token', email: 'ada@acme.example', role: 'manager' });
    const answer = await post('/auth/token', { token: tenant.token });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { email: 'ada@acme.example', user_name: 'ada', role_em: 'manager' },
      entity: { slug: 'by-token', time_zone: 'UTC' },
    });
    const [cookie = ''] = answer.cookies;
    expect(cookie).toMatch(
      new RegExp(`^${cookieName()}=lss_[\\w-]{43}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax$`),
    );
    const shown = await whoAmI(secretIn(answer.cookies));
    expect([shown.status, shown.body.user]).toEqual([200, answer.body.user]);
  });

  test('over TLS the cookie is Secure and of this host alone', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'by-tls' });
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'lines.example' };
    const { cookies } = await post('/auth/token', { token: tenant.token }, headers);
    expect(cookies[0]).toMatch(/^__Host-linescope_session=lss_.*; Path=\/;.*; Secure$/);
  });

  test('403: on plain HTTP beyond this machine no cookie is set and no session made', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'by-plain' });
    const answer = await post('/auth/token', { token: tenant.token }, { 'x-forwarded-host': 'lines.example:8080' });
    expect([answer.status, answer.cookies]).toEqual([403, []]);
    expect(await sessionsOf(tenant)).toBe(0);
  });

  test('403: from a page of another site', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'by-foreign' });
    const answer = await post('/auth/token', { token: tenant.token }, { origin: 'https://evil.example' });
    expect([answer.status, answer.cookies]).toEqual([403, []]);
  });

  test('401, 400, 415: a token that is unknown, or a session’s; no token; a form, or what is compressed', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'by-session' });
    const session = await signedIn(tenant);
    expect((await post('/auth/token', { token: 'lsc_unknown' })).status).toBe(401);
    expect((await post('/auth/token', { token: session })).status).toBe(401);
    expect((await post('/auth/token', {})).status).toBe(400);
    const form = await post('/auth/token', {}, { 'content-type': 'text/plain' });
    expect(form.status).toBe(415);
    expect((await post('/auth/token', { token: tenant.token }, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('the session ends with the token', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'by-revoked' });
    const secret = await signedIn(tenant);
    const { postgres, outbox } = identity.context;
    const { tokenId } = tenant.principal;
    await postgres.transaction((tx) => revokeToken(tx, outbox, { tokenId, actor: 'test' }));
    expect((await whoAmI(secret)).status).toBe(401);
    expect((await identity.client.introspect({ token: secret })).active).toBe(false);
  });
});

const sessionsOf = async ({ principal }: Tenant) =>
  (
    await identity.context.postgres.many(anyRow, `SELECT 1 FROM api_tokens WHERE kind = 'session' AND entity_id = $1`, [
      principal.entityId,
    ])
  ).length;

describe('a session', () => {
  test('is what its user is to the services, and is stored only as its SHA-256', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'session', role: 'member' });
    const secret = await signedIn(tenant);
    expect(await identity.client.introspect({ token: secret })).toMatchObject({
      active: true,
      entityId: tenant.principal.entityId,
      userId: tenant.principal.userId,
      role: 'member',
    });
    const rows = await identity.context.postgres.many(anyRow, 'SELECT * FROM api_tokens WHERE entity_id = $1', [
      tenant.principal.entityId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(12));
  });

  test('ends after twelve idle hours, lives on while it is used, and never longer than seven days', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'idle' });
    const secret = await signedIn(tenant);
    const age = (hours: number, idleHours: number) =>
      identity.context.postgres.run(
        `UPDATE api_tokens SET created_at = now() - make_interval(hours => $2), last_used_at = now() - make_interval(hours => $3),
           expires_at = least(now() - make_interval(hours => $2) + interval '7 days', now() - make_interval(hours => $3) + interval '12 hours')
         WHERE kind = 'session' AND entity_id = $1`,
        [tenant.principal.entityId, hours, idleHours],
      );
    const hoursLeft = async () =>
      ((await identity.client.introspect({ token: secret })).expiresAtMs - Date.now()) / 3_600_000;
    await age(100, 11);
    await hoursLeft();
    expect(await hoursLeft()).toBeCloseTo(12, 1);
    await age(160, 1);
    await hoursLeft();
    expect(await hoursLeft()).toBeCloseTo(8, 1);
    await age(20, 13);
    expect((await identity.client.introspect({ token: secret })).active).toBe(false);
  });

  test('ends at once by sign-out and by a changed role, and gateways learn of it', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'ended' });
    const [first, second] = [await signedIn(tenant), await signedIn(tenant)];
    const out = await post('/auth/sign_out', {}, { cookie: `${cookieName()}=${first}` });
    expect([out.status, out.cookies[0]]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect([(await whoAmI(first)).status, (await whoAmI(second)).status]).toEqual([401, 200]);
    const { postgres, outbox } = identity.context;
    await postgres.transaction((tx) => setRole(tx, outbox, { ...tenant.principal, role: 'member', actor: 'test' }));
    expect((await whoAmI(second)).status).toBe(401);
    expect((await identity.client.introspect({ token: tenant.token })).role).toBe('member');
  });

  test('401 says how one can sign in', async () => {
    const nobody = await whoAmI('lss_unknown');
    expect([nobody.status, nobody.body]).toMatchObject([
      401,
      { response_em: 'response_unauthenticated', sign_in_methods: ['token', 'link', 'oidc'] },
    ]);
  });

  test('is no API token: it is in no list of tokens', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'unlisted' });
    await signedIn(tenant);
    expect(await listTokens(identity.context.postgres, tenant.principal.entityId)).toHaveLength(1);
  });
});

describe('a one-time link', () => {
  test('signs in and leads to the console, once', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'link' });
    const link = await linkOf(tenant);
    const first = await fetch(`${link}?return_to=/explore?segment=x`, { redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/explore?segment=x']);
    expect((await whoAmI(secretIn(first.headers.getSetCookie()))).status).toBe(200);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(404);
  });

  test('leads nowhere else', async () => {
    for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:x']) {
      const link = await linkOf(await makeTenant(identity.context, { slug: 'elsewhere' }));
      const answer = await fetch(`${link}?return_to=${encodeURIComponent(elsewhere)}`, { redirect: 'manual' });
      expect(answer.headers.get('location')).toBe('/');
    }
  });

  test('of two who follow it at the same time signs in one', async () => {
    const link = await linkOf(await makeTenant(identity.context, { slug: 'twice' }));
    const statuses = await Promise.all([1, 2, 3].map(async () => (await fetch(link, { redirect: 'manual' })).status));
    expect(statuses.toSorted()).toEqual([303, 404, 404]);
  });

  test('is worth nothing after ten minutes', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'late' });
    const link = await linkOf(tenant);
    await identity.context.postgres.run(
      `UPDATE sign_in_links SET expires_at = now() - interval '1 second' WHERE entity_id = $1`,
      [tenant.principal.entityId],
    );
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(404);
  });

  test('that is mailed shows a button first, so that a mail program does not use it up', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'mailed', email: 'grace@acme.example' });
    const asked = await post('/auth/email_link', { email: ' Grace@acme.example ' });
    expect(asked.status).toBe(202);
    const folder = join(identity.folder, 'mail', String(tenant.principal.entityId));
    const mail = await eventually(async () => {
      const [file] = await readdir(folder).catch(() => []);
      return file?.endsWith('.eml') && readFile(join(folder, file), 'utf8');
    });
    const link = /https:\/\/lines\.example(\/auth\/link\/[\w-]+)/.exec(mail.replaceAll('=\n', ''))?.[1] ?? '';
    const browser = testBrowser();
    for (const _ of [1, 2]) {
      const page = await browser.visit(`${identity.url}${link}`);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('<button>Sign in</button>')]);
    }
    await browser.visit(`${identity.url}${link}`, { method: 'POST' });
    expect((await whoAmI(browser.cookiesOf(new URL(identity.url).host)[cookieName()] ?? '')).body.user.email).toBe(
      'grace@acme.example',
    );
  });

  test('is asked for with the same answer whether or not the address is known', async () => {
    const known = await makeTenant(identity.context, { slug: 'known', email: 'known@acme.example' });
    const answers = await Promise.all(
      ['known@acme.example', 'nobody@acme.example'].map((email) => post('/auth/email_link', { email })),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(known.principal.entityId).toBeGreaterThan(0);
  });

  test('is mailed at most ten times in ten minutes', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'flood', email: 'flood@acme.example' });
    for (let count = 0; count < 10; count++) await linkOf(tenant, true);
    await post('/auth/email_link', { email: 'flood@acme.example' });
    await post('/auth/email_link', { email: 'known@acme.example' });
    const folder = join(identity.folder, 'mail', String(tenant.principal.entityId));
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });
});
