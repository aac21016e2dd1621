import { inspect } from 'node:util';
import { token as hostToken, otherToken, type SampleHost, startSampleHost } from '@linescope/code-host/sample-host';
import { type LocalHost, type Received, type Reply, startLocalHost } from '@linescope/providers/testing/local-host';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyTracker } from '../../actions/verify-tracker.ts';
import { openProviderClients } from '../../provider-clients.ts';
import { identityService } from '../../service.ts';
import { identityClient } from '../../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';

const PATH = '/settings/tracker';

const start = async (env: Record<string, string>) => {
  const service = await testService(identityService, env);
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let host: SampleHost;
let identity: Awaited<ReturnType<typeof start>>;
/** The sample host's, as people type it and as it is kept. */
let WISH: { endpoint_url: string; email: string; token: string; board_ids: string[] };
let SHOWN: object;
beforeAll(async () => {
  host = await startSampleHost();
  removeAfterFile(() => host.stop());
  identity = await start({ ALLOW_PRIVATE_ADDRESSES: 'true' });
  const address = { endpoint_url: `${host.url}/tracker/`, board_ids: ['7', '8'] };
  WISH = { ...address, email: 'Ada@acme.example', token: hostToken };
  SHOWN = { ...address, endpoint_url: `${host.url}/tracker`, email: 'ada@acme.example' };
});
beforeEach(() => host.setFaults({ clear: true }));

const call = (as: Tenant, method: string, json?: unknown) =>
  identity.call(method, PATH, { as: as.principal, ...(json === undefined ? {} : { json }) });
const lent = (tenant: Tenant) => identity.client.lendTracker({ entityId: tenant.principal.entityId });

async function startHost(answer: (request: Received) => Reply): Promise<LocalHost> {
  const local = await startLocalHost(answer);
  removeAfterFile(async () => local[Symbol.asyncDispose]());
  return local;
}

describe('the issue tracker of an entity', () => {
  test('is connected by an admin and read with its token, which is never shown', async () => {
    const admin = await makeTenant(identity.context, { slug: 'tracked' });
    expect((await call(admin, 'GET')).body.tracker).toBeNull();
    const { status, body } = await call(admin, 'PUT', WISH);
    expect([status, body.tracker]).toMatchObject([200, SHOWN]);
    const read = await call(admin, 'GET');
    expect(read.body.tracker).toMatchObject(SHOWN);
    expect(JSON.stringify([body, read.body])).not.toContain(hostToken);
    expect(await lent(admin)).toMatchObject({ found: true, token: hostToken, boardIds: ['7', '8'] });
  });

  test('is a server of your own without an email, and its token goes alone', async () => {
    const server = await startHost(({ path, headers }) =>
      path === '/rest/api/2/myself' && headers.get('authorization') === 'Bearer own-token'
        ? { body: { key: 'ada', name: 'ada', displayName: 'Ada' } }
        : { status: 401, body: {} },
    );
    const admin = await makeTenant(identity.context, { slug: 'own-server' });
    const { status, body } = await call(admin, 'PUT', { endpoint_url: server.url, token: 'own-token' });
    expect([status, body.tracker]).toMatchObject([200, { endpoint_url: server.url, email: null, board_ids: [] }]);
  });

  test('keeps its token when the boards change, and asks for it when address or email change', async () => {
    const admin = await makeTenant(identity.context, { slug: 'boards' });
    await call(admin, 'PUT', WISH);
    const { token: _, ...without } = WISH;
    expect((await call(admin, 'PUT', { ...without, board_ids: '9' })).body.tracker.board_ids).toEqual(['9']);
    expect(await lent(admin)).toMatchObject({ token: hostToken, boardIds: ['9'] });
    const moved = await call(admin, 'PUT', { ...without, endpoint_url: 'https://elsewhere.example' });
    expect([moved.status, moved.body.errors]).toMatchObject([400, [{ param: 'token', code_em: 'missing' }]]);
  });

  test('says when it was read last, and why it cannot be read until it can again', async () => {
    const admin = await makeTenant(identity.context, { slug: 'watched' });
    const { entityId } = admin.principal;
    const { body } = await call(admin, 'PUT', WISH);
    const fresh = { last_read_at: null, last_error_em: null, last_error_detail: null, unread_parts: [] };
    expect(body.tracker).toMatchObject(fresh);
    const { version } = await lent(admin);
    const shown = async () => (await call(admin, 'GET')).body.tracker;
    const read = { entityId, version, readAt: '2026-10-08T12:00:00Z' };
    await identity.client.reportTracker(read);
    const works = { ...fresh, last_read_at: read.readAt };
    expect(await shown()).toMatchObject(works);
    const failure = { entityId, version, errorEm: 'connection_invalid', errorDetail: 'The host refused the token.' };
    const fails = { ...works, last_error_em: 'connection_invalid', last_error_detail: 'The host refused the token.' };
    for (const _ of ['once', 'and again']) await identity.client.reportTracker(failure);
    expect(await shown()).toMatchObject(fails);
    await identity.client.reportTracker({ ...failure, errorEm: 'of_a_later_version' });
    expect(await shown()).toMatchObject({ ...fails, last_error_em: 'host_failed' });
    // What comes late neither goes back in time nor concerns a tracker that was set since.
    await identity.client.reportTracker({ ...read, readAt: '2026-10-08T11:00:00Z' });
    expect(await shown()).toMatchObject(works);
    await identity.client.reportTracker(failure);
    await call(admin, 'PUT', { ...WISH, token: otherToken });
    expect(await shown(), 'the same site').toMatchObject(works);
    await identity.client.reportTracker(failure);
    expect(await shown()).toMatchObject(works);
    // A reader of the version before does not say which it read.
    await identity.client.reportTracker({ ...failure, version: 0 });
    expect(await shown()).toMatchObject(fails);
    await call(admin, 'PUT', { ...WISH, endpoint_url: `${host.url}//tracker` });
    expect(await shown(), 'another site').toMatchObject(fresh);
  });

  test('says which boards and projects could not be read when the rest was', async () => {
    const admin = await makeTenant(identity.context, { slug: 'in-parts' });
    const { entityId } = admin.principal;
    await call(admin, 'PUT', WISH);
    const { version } = await lent(admin);
    const shown = async () => (await call(admin, 'GET')).body.tracker;
    const error = { errorEm: 'not_found', errorDetail: 'The host has no such resource.' };
    const read = { entityId, version, readAt: '2026-10-08T12:00:00Z' };
    const unreadParts = [
      { part: 'board', id: '99', ...error },
      { part: 'project', id: `X\0${'y'.repeat(500)}`, ...error, errorEm: 'of_a_later_version' },
      { part: 'project', id: '', ...error },
      { part: 'of_a_later_version', id: '7', ...error },
    ];
    await identity.client.reportTracker({ ...read, unreadParts });
    const shownError = { error_em: 'not_found', error_detail: 'The host has no such resource.' };
    expect(await shown()).toMatchObject({
      last_error_em: null,
      last_read_at: read.readAt,
      unread_parts: [
        { part_em: 'board', part_id: '99', ...shownError },
        { part_em: 'project', part_id: `X${'y'.repeat(199)}`, ...shownError, error_em: 'host_failed' },
        { part_em: 'project', part_id: null, ...shownError },
      ],
    });
    const many = Array.from({ length: 5_000 }, (_, index) => ({ part: 'project', id: `P${index}`, ...error }));
    await identity.client.reportTracker({ ...read, unreadParts: many });
    expect((await shown()).unread_parts).toHaveLength(100);
    // A reader of the version before knows of none; a tracker that is set again has none yet.
    await identity.client.reportTracker(read);
    expect((await shown()).unread_parts).toEqual([]);
    await identity.client.reportTracker({ ...read, unreadParts });
    await call(admin, 'PUT', { ...WISH, token: otherToken });
    expect((await shown()).unread_parts).toEqual([]);
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
      { act: 'tracker_set', detail: { endpoint_url: `${host.url}/tracker` } },
    ]);
  });

  test('400: an address that this service may not call', async () => {
    const guarded = await start({});
    const admin = await makeTenant(guarded.context, { slug: 'inside' });
    for (const endpoint_url of ['http://10.0.0.7', 'https://10.0.0.7', 'https://localhost', WISH.endpoint_url]) {
      const { status, body } = await guarded.call('PUT', PATH, {
        as: admin.principal,
        json: { ...WISH, endpoint_url },
      });
      expect([status, body.errors[0]]).toMatchObject([400, { param: 'endpoint_url', code_em: 'invalid' }]);
    }
    expect((await guarded.call('GET', PATH, { as: admin.principal })).body.tracker).toBeNull();
  });

  test('400: an address that leads to another, which never sees the token', async () => {
    const elsewhere = await startHost(() => ({ body: { accountId: '1' } }));
    const leading = await startHost(() => ({ status: 302, headers: { location: elsewhere.url }, body: {} }));
    const admin = await makeTenant(identity.context, { slug: 'led-away' });
    const { status, body } = await call(admin, 'PUT', { ...WISH, endpoint_url: leading.url });
    expect([status, body.errors[0]]).toMatchObject([400, { param: 'endpoint_url', code_em: 'invalid' }]);
    expect(elsewhere.log).toEqual([]);
  });

  test('400: a token that no header may hold, without a call', async () => {
    const admin = await makeTenant(identity.context, { slug: 'pasted' });
    host.clearLog();
    const { status, body } = await call(admin, 'PUT', { ...WISH, token: 'two\nlines' });
    expect([status, body.errors]).toMatchObject([400, [{ param: 'token', code_em: 'invalid' }]]);
    expect([JSON.stringify(body).includes('lines'), host.log()]).toEqual([false, []]);
  });

  test('409: of an entity that began to leave meanwhile', async () => {
    const admin = await makeTenant(identity.context, { slug: 'leaving' });
    await identity.context.postgres.run("UPDATE entities SET status = 'offboarding' WHERE slug = 'leaving'");
    expect((await call(admin, 'PUT', WISH)).status).toBe(409);
    expect((await lent(admin)).found).toBe(false);
  });

  test('422: a token that the tracker refuses; the tracker of before stays as it was', async () => {
    const admin = await makeTenant(identity.context, { slug: 'refused' });
    const wrong = { ...WISH, token: 'a-wrong-token', board_ids: ['9'] };
    const refusal = {
      status: 422,
      body: { response_em: 'response_provider_rejected', errors: [{ param: 'token', code_em: 'rejected' }] },
    };
    const first = await call(admin, 'PUT', wrong);
    expect(first).toMatchObject(refusal);
    expect(JSON.stringify(first.body)).not.toContain(wrong.token);
    expect((await call(admin, 'GET')).body.tracker).toBeNull();
    await call(admin, 'PUT', WISH);
    const before = await lent(admin);
    expect(await call(admin, 'PUT', wrong)).toMatchObject(refusal);
    expect(await lent(admin)).toEqual(before);
    // Neither is a change kept of which the tracker no longer takes the token.
    host.setFaults({ revoked_tokens: [hostToken] });
    const { token: _, ...without } = WISH;
    expect(await call(admin, 'PUT', { ...without, board_ids: ['9'] })).toMatchObject(refusal);
    expect((await call(admin, 'GET')).body.tracker).toMatchObject(SHOWN);
    expect((await call(admin, 'PUT', { ...WISH, token: otherToken })).status).toBe(200);
    expect(await lent(admin)).toMatchObject({ token: otherToken });
    const { entries } = (await identity.call('GET', '/audit_trail', { as: admin.principal })).body;
    const sets = entries.filter(({ act }: { act: string }) => act === 'tracker_set');
    expect(sets, 'what was refused is not in the trail').toHaveLength(2);
  });

  test('502: whatever service answers at an address, the sentence is the same, and nothing is kept', async () => {
    const admin = await makeTenant(identity.context, { slug: 'strangers' });
    const replies: Reply[] = [
      { status: 404, body: {} },
      { status: 500, body: 'no' },
      { body: '<html>' },
      { body: 'null' },
      { body: [] },
      { body: { unexpected: true } },
      { body: '{}', cutAfter: 1 },
    ];
    const addresses = ['http://127.0.0.1:9'];
    for (const reply of replies) addresses.push((await startHost(() => reply)).url);
    const sentences = new Set<string>();
    for (const endpoint_url of addresses) {
      const { status, body } = await call(admin, 'PUT', { ...WISH, endpoint_url });
      expect([status, body]).toMatchObject([
        502,
        { response_em: 'response_provider_unreachable', errors: [{ param: 'endpoint_url', code_em: 'rejected' }] },
      ]);
      sentences.add(body.response_detail);
    }
    expect([...sentences]).toEqual(['The endpoint could not be reached, or does not answer as this tracker does.']);
    expect((await call(admin, 'GET')).body.tracker).toBeNull();
  });

  test('what is logged of a refusal does not hold the token, even where the tracker says it again', async () => {
    const clients = openProviderClients({ allowPrivateAddresses: true });
    removeAfterFile(clients.close);
    const echo = await startHost(({ headers }) => ({ status: 400, body: { said: headers.get('authorization') } }));
    for (const [email, token] of [
      ['ada@acme.example', 'a-token-of-the-cloud'],
      [null, 'a-token-of-a-server'],
      [null, 'kept-before\nit-was-checked'],
    ] as const) {
      const asked = verifyTracker(clients.openTracker, 1, { endpointUrl: echo.url, email, token });
      const logged = inspect(await asked.catch((error: unknown) => error), { depth: 9 });
      expect(logged).toContain('response_provider_rejected');
      for (const secret of [token, 'it-was-checked', Buffer.from(`${email}:${token}`).toString('base64')])
        expect(logged).not.toContain(secret);
    }
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
