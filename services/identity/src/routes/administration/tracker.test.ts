import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityService } from '../../service.ts';
import { identityClient } from '../../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';

const PATH = '/settings/tracker';
const TOKEN = 'a-token-of-the-tracker';
const WISH = {
  endpoint_url: 'https://acme.atlassian.example/',
  email: 'Ada@acme.example',
  token: TOKEN,
  board_ids: ['7', '8'],
};
const SHOWN = { endpoint_url: 'https://acme.atlassian.example', email: 'ada@acme.example', board_ids: ['7', '8'] };

const start = async () => {
  const service = await testService(identityService);
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

const call = (as: Tenant, method: string, json?: unknown) =>
  identity.call(method, PATH, { as: as.principal, ...(json === undefined ? {} : { json }) });
const lent = (tenant: Tenant) => identity.client.lendTracker({ entityId: tenant.principal.entityId });

describe('the issue tracker of an entity', () => {
  test('is connected by an admin and read with its token, which is never shown', async () => {
    const admin = await makeTenant(identity.context, { slug: 'tracked' });
    expect((await call(admin, 'GET')).body.tracker).toBeNull();
    const { status, body } = await call(admin, 'PUT', WISH);
    expect([status, body.tracker]).toMatchObject([200, SHOWN]);
    const read = await call(admin, 'GET');
    expect(read.body.tracker).toMatchObject(SHOWN);
    expect(JSON.stringify([body, read.body])).not.toContain(TOKEN);
    expect(await lent(admin)).toMatchObject({ found: true, token: TOKEN, boardIds: ['7', '8'] });
  });

  test('keeps its token when the boards change, and asks for it when address or email change', async () => {
    const admin = await makeTenant(identity.context, { slug: 'boards' });
    await call(admin, 'PUT', WISH);
    const { token: _, ...without } = WISH;
    expect((await call(admin, 'PUT', { ...without, board_ids: '9' })).body.tracker.board_ids).toEqual(['9']);
    expect(await lent(admin)).toMatchObject({ token: TOKEN, boardIds: ['9'] });
    const moved = await call(admin, 'PUT', { ...without, endpoint_url: 'https://elsewhere.example' });
    expect([moved.status, moved.body.errors]).toMatchObject([400, [{ param: 'token', code_em: 'missing' }]]);
  });

  test('is disconnected with its token, and the trail has both', async () => {
    const admin = await makeTenant(identity.context, { slug: 'left' });
    await call(admin, 'PUT', WISH);
    expect((await call(admin, 'DELETE')).body.tracker).toBeNull();
    expect((await lent(admin)).found).toBe(false);
    expect((await call(admin, 'DELETE')).status).toBe(404);
    const { entries } = (await identity.call('GET', '/audit_trail', { as: admin.principal })).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { act: 'tracker_removed' },
      { act: 'tracker_set', detail: { endpoint_url: SHOWN.endpoint_url } },
    ]);
  });

  test('400: an address that this service may not call', async () => {
    const admin = await makeTenant(identity.context, { slug: 'inside' });
    const { status, body } = await call(admin, 'PUT', { ...WISH, endpoint_url: 'http://10.0.0.7' });
    expect([status, body.errors[0]]).toMatchObject([400, { param: 'endpoint_url', code_em: 'invalid' }]);
  });

  test("403: for who is no admin; another entity's is never touched", async () => {
    const admin = await makeTenant(identity.context, { slug: 'mine' });
    await call(admin, 'PUT', WISH);
    const manager = await makeTenant(identity.context, { slug: 'mine', role: 'manager' });
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await call(manager, method)).status).toBe(403);
    const stranger = await makeTenant(identity.context, { slug: 'stranger' });
    expect((await call(stranger, 'GET')).body.tracker).toBeNull();
    expect((await call(stranger, 'DELETE')).status).toBe(404);
    expect((await call(admin, 'GET')).body.tracker).toMatchObject(SHOWN);
  });
});
