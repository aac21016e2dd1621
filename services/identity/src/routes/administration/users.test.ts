import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityService } from '../../service.ts';
import { identityClient } from '../../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';

const start = async () => {
  const service = await testService(identityService);
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

const call = (as: Tenant, method: string, path: string, json?: unknown) =>
  identity.call(method, path, { as: as.principal, ...(json === undefined ? {} : { json }) });
const tenant = (slug: string, role: 'member' | 'manager' | 'admin' | 'super_admin' = 'admin', email?: string) =>
  makeTenant(identity.context, { slug, role, ...(email ? { email } : {}) });

describe('users', () => {
  test('are listed by email in pages, of this entity only', async () => {
    const admin = await tenant('listed', 'admin', 'b@listed.example');
    await tenant('listed', 'member', 'a@listed.example');
    await tenant('elsewhere', 'admin', 'a@elsewhere.example');
    const { body } = await call(admin, 'GET', '/users?per_page=1&page=2');
    expect(body).toMatchObject({ page: 2, per_page: 1, page_count: 2, total_count: 2 });
    expect(body.users).toMatchObject([{ email: 'b@listed.example', role_em: 'admin', last_seen_at: null }]);
  });

  test('403: are not for members and managers to see', async () => {
    for (const role of ['member', 'manager'] as const)
      expect((await call(await tenant('not-for', role), 'GET', '/users')).status).toBe(403);
  });

  test('are added, given another role and removed; their tokens stop', async () => {
    const admin = await tenant('changed');
    const added = await call(admin, 'POST', '/users', { email: ' Bob@changed.example ', role_em: 'manager' });
    expect([added.status, added.body.user]).toMatchObject([201, { email: 'bob@changed.example', role_em: 'manager' }]);
    const bob = await tenant('changed', 'manager', 'bob@changed.example');
    const { id } = added.body.user;
    expect((await call(admin, 'PUT', `/users/${id}`, { role_em: 'member' })).body.user.role_em).toBe('member');
    expect((await identity.client.introspect({ token: bob.token })).role).toBe('member');
    expect((await call(admin, 'DELETE', `/users/${id}`)).status).toBe(200);
    expect((await identity.client.introspect({ token: bob.token })).active).toBe(false);
    expect((await call(admin, 'DELETE', `/users/${id}`)).status).toBe(404);
  });

  test('409: the only admin stays', async () => {
    const admin = await tenant('only');
    const path = `/users/${admin.principal.userId}`;
    expect((await call(admin, 'PUT', path, { role_em: 'member' })).status).toBe(409);
    expect((await call(admin, 'DELETE', path)).status).toBe(409);
  });

  test('403: nobody gives a role above their own, nor touches somebody above them', async () => {
    const admin = await tenant('above');
    const operator = await tenant('above', 'super_admin');
    const { status } = await call(admin, 'POST', '/users', { email: 'x@above.example', role_em: 'super_admin' });
    expect(status).toBe(403);
    const path = `/users/${operator.principal.userId}`;
    expect((await call(admin, 'PUT', path, { role_em: 'member' })).status).toBe(403);
    expect((await call(admin, 'DELETE', path)).status).toBe(403);
  });

  test('are given a link that signs them in once, by an admin who is not below them', async () => {
    const admin = await tenant('links');
    const bob = await tenant('links', 'member', 'bob@links.example');
    const path = `/users/${bob.principal.userId}/sign_in_link`;
    const { status, body } = await call(admin, 'POST', path);
    expect([status, body.url]).toEqual([201, expect.stringMatching(/\/auth\/link\/\S{20,}$/)]);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
    const link = `${identity.url}${new URL(body.url).pathname}`;
    // Looking at it, as programs do that read messages, does not use it up.
    expect((await fetch(link)).headers.get('set-cookie')).toBeNull();
    const signedIn = await fetch(link, { method: 'POST', redirect: 'manual' });
    const cookie = signedIn.headers.get('set-cookie') ?? '';
    const session = await fetch(`${identity.url}/auth/session`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(await session.json()).toMatchObject({ user: { email: 'bob@links.example', role_em: 'member' } });
    expect((await fetch(link)).status).toBe(404);
    const { entries } = (await call(admin, 'GET', '/audit_trail')).body;
    expect(entries).toContainEqual(
      expect.objectContaining({
        act: 'sign_in_link_made',
        detail: expect.objectContaining({ email: 'bob@links.example' }),
      }),
    );
    expect((await call(bob, 'POST', path)).status).toBe(403);
    const operator = await tenant('links', 'super_admin');
    expect((await call(admin, 'POST', `/users/${operator.principal.userId}/sign_in_link`)).status).toBe(403);
    expect((await call(await tenant('no-links'), 'POST', path)).status).toBe(404);
  });

  test("404: another entity's user is nobody here", async () => {
    const admin = await tenant('ours');
    const theirs = await tenant('theirs');
    const path = `/users/${theirs.principal.userId}`;
    expect((await call(admin, 'PUT', path, { role_em: 'member' })).status).toBe(404);
    expect((await call(admin, 'DELETE', path)).status).toBe(404);
  });
});

describe('tokens', () => {
  test('are made, shown once, used, listed with their age and last use, and revoked', async () => {
    const admin = await tenant('tokens');
    const made = await call(admin, 'POST', '/tokens', { name: 'CI', scopes: ['read'], expires_at: '2099-01-01' });
    expect(made.status).toBe(201);
    const token: string = made.body.api_token;
    expect(await identity.client.introspect({ token })).toMatchObject({ active: true, scopes: ['read'] });
    const { body } = await call(admin, 'GET', '/tokens');
    expect(body.tokens[0]).toMatchObject({
      name: 'CI',
      scopes: ['read'],
      expires_at: '2099-01-01T00:00:00Z',
      last_used_at: expect.stringMatching(/Z$/),
      revoked_at: null,
    });
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await call(admin, 'DELETE', `/tokens/${body.tokens[0].id}`)).status).toBe(200);
    expect((await identity.client.introspect({ token })).active).toBe(false);
  });

  test('of others are for admins only: a member makes, sees and revokes their own', async () => {
    const admin = await tenant('own');
    const member = await tenant('own', 'member', 'm@own.example');
    expect((await call(member, 'POST', '/tokens', { name: 'x', email: 'admin@own.example' })).status).toBe(403);
    expect((await call(member, 'DELETE', `/tokens/${admin.principal.tokenId}`)).status).toBe(404);
    expect((await call(member, 'POST', '/tokens', { name: 'mine', rate_limit_per_minute: 9 })).status).toBe(403);
    expect((await call(member, 'POST', '/tokens', { name: 'mine' })).status).toBe(201);
    const { body } = await call(member, 'GET', '/tokens');
    expect(new Set(body.tokens.map((one: { user: { email: string } }) => one.user.email))).toEqual(
      new Set(['m@own.example']),
    );
    expect((await call(admin, 'GET', '/tokens')).body.total_count).toBe(3);
    expect((await call(admin, 'POST', '/tokens', { name: 'x', email: 'm@own.example' })).status).toBe(201);
  });

  test("403 and 404: never for somebody above, never another entity's", async () => {
    const admin = await tenant('bounds');
    await tenant('bounds', 'super_admin', 'op@bounds.example');
    const other = await tenant('bounds-other');
    expect((await call(admin, 'POST', '/tokens', { name: 'x', email: 'op@bounds.example' })).status).toBe(403);
    expect((await call(admin, 'DELETE', `/tokens/${other.principal.tokenId}`)).status).toBe(404);
    expect((await identity.client.introspect({ token: other.token })).active).toBe(true);
  });

  test('get another limit by an admin, at once, and the own one of the deployment again', async () => {
    const admin = await tenant('limited');
    const path = `/tokens/${admin.principal.tokenId}`;
    const limit = async () => (await identity.client.introspect({ token: admin.token })).rateLimitPerMinute;
    const before = await limit();
    const { status, body } = await call(admin, 'PUT', path, { rate_limit_per_minute: 7 });
    expect([status, body.token]).toMatchObject([
      200,
      { rate_limit_per_minute: 7, user: { email: 'admin@limited.example' } },
    ]);
    expect(await limit()).toBe(7);
    expect((await call(admin, 'PUT', path, {})).body.token.rate_limit_per_minute).toBeNull();
    expect(await limit()).toBe(before);
    const faulty = await call(admin, 'PUT', path, { rate_limit_per_minute: 0 });
    expect([faulty.status, faulty.body.errors[0].param]).toEqual([400, 'rate_limit_per_minute']);
    expect((await call(await tenant('limited', 'member'), 'PUT', path, {})).status).toBe(403);
    expect((await call(await tenant('other-limits'), 'PUT', path, {})).status).toBe(404);
  });

  test('400: all faults at once', async () => {
    const admin = await tenant('faults');
    const { status, body } = await call(admin, 'POST', '/tokens', { scopes: ['write'], expires_at: 'soon' });
    expect(status).toBe(400);
    expect(body.errors.map(({ param }: { param: string }) => param).sort()).toEqual(['expires_at', 'name', 'scopes']);
    expect((await call(admin, 'POST', '/tokens', { name: 'x', expires_at: '2001-01-01' })).status).toBe(400);
  });

  test('that are limited do only that', async () => {
    const admin = await tenant('limited');
    const as = (...scopes: ('read' | 'record' | 'telemetry' | 'admin')[]) => ({
      ...admin,
      principal: { ...admin.principal, scopes },
    });
    expect((await call(as('read'), 'GET', '/users')).status).toBe(200);
    const refused = await call(as('read'), 'POST', '/users', { email: 'a@b.example' });
    expect([refused.status, refused.body.response_detail]).toEqual([
      403,
      'This token is limited; this needs the scope admin.',
    ]);
    expect((await call(as('telemetry'), 'GET', '/users')).status).toBe(403);
    expect((await call(as('record', 'read'), 'POST', '/tokens', { name: 'more' })).status).toBe(403);
    expect((await call(as('admin'), 'POST', '/tokens', { name: 'more' })).status).toBe(201);
  });
});

describe('the audit trail', () => {
  test('names who did what, the newest first, and shows it to admins of the entity only', async () => {
    const admin = await tenant('trail', 'admin', 'ada@trail.example');
    await call(admin, 'POST', '/users', { email: 'bob@trail.example' });
    await call(admin, 'POST', '/tokens', { name: 'CI' });
    const { body } = await call(admin, 'GET', '/audit_trail');
    expect(body.entries.slice(0, 2)).toMatchObject([
      { act: 'token_issued', actor: `token:${admin.principal.tokenId}`, actor_email: 'ada@trail.example' },
      { act: 'member_added', detail: { role: 'member' }, trace_identifier: expect.any(String) },
    ]);
    expect((await call(await tenant('trail', 'manager'), 'GET', '/audit_trail')).status).toBe(403);
    const other = await call(await tenant('trail-other'), 'GET', '/audit_trail');
    expect(JSON.stringify(other.body)).not.toContain('bob@trail.example');
  });
});
