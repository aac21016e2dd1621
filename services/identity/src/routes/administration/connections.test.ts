import { token as hostToken, type SampleHost, startSampleHost } from '@linescope/code-host/sample-host';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityService } from '../../service.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';

const start = async () => {
  const env = { ALLOW_PRIVATE_ADDRESSES: 'true', PUBLIC_BASE_URL: 'https://lines.example/' };
  const service = await testService(identityService, env);
  return { ...service, context: service.started.context };
};
let identity: Awaited<ReturnType<typeof start>>;
let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost();
  removeAfterFile(() => host.stop());
  identity = await start();
});

const call = (as: Tenant, method: string, path: string, json?: unknown) =>
  identity.call(method, path, { as: as.principal, ...(json === undefined ? {} : { json }) });

async function connected(slug: string) {
  const admin = await makeTenant(identity.context, { slug });
  await call(admin, 'POST', '/api_tokens/provision_user', {
    email: `ada@${slug}.example`,
    entity_slug: slug,
    git_provider_em: 'github',
    git_provider_token: hostToken,
    custom_endpoint_url: host.url,
  });
  const { body } = await call(admin, 'GET', '/connections');
  return { admin, connection: body.connections[0], body };
}

describe('code-host connections', () => {
  test('are listed with their state, and never with a token', async () => {
    const { body } = await connected('listed');
    expect(body.connections).toMatchObject([
      { git_provider_em: 'hostC', endpoint_url: host.url, status_em: 'connection_valid', last_error_detail: null },
    ]);
    expect(JSON.stringify(body)).not.toContain(hostToken);
  });

  test('are tested at the host, whose answer becomes their state', async () => {
    const { admin, connection } = await connected('tested');
    const { postgres, secretBox } = identity.context;
    await postgres.run("UPDATE connections SET organizations = '[]' WHERE id = $1", [connection.id]);
    const works = await call(admin, 'POST', `/connections/${connection.id}/test`);
    expect([works.status, works.body.response_detail]).toEqual([200, expect.stringMatching(/^The connection works/)]);
    expect(works.body.connection.organizations).toEqual(connection.organizations);
    const sealed = secretBox.seal('revoked-at-the-host', `connection:${connection.id}`);
    await postgres.run('UPDATE connections SET sealed_token = $2 WHERE id = $1', [connection.id, sealed]);
    const refused = await call(admin, 'POST', `/connections/${connection.id}/test`);
    expect([refused.status, refused.body.connection.status_em]).toEqual([200, 'connection_invalid']);
    expect(refused.body.connection.last_error_detail).toBe(refused.body.response_detail);
  });

  test('say what to enter at the host for webhooks; a new secret, or the host’s own, replaces the old', async () => {
    const { admin, connection } = await connected('hooked');
    const shown = (await call(admin, 'POST', `/connections/${connection.id}/webhook`)).body;
    expect(shown).toMatchObject({ url: `https://lines.example/hooks/hostC/${connection.id}` });
    expect((await call(admin, 'POST', `/connections/${connection.id}/webhook`)).body.secret).toBe(shown.secret);
    const rotated = await call(admin, 'POST', `/connections/${connection.id}/webhook`, { rotate: true });
    expect(rotated.body.secret).not.toBe(shown.secret);
    const own = { secret: 'what the host already has' };
    expect((await call(admin, 'POST', `/connections/${connection.id}/webhook`, own)).body.secret).toBe(own.secret);
    for (const faulty of [{ secret: 'too short' }, { ...own, rotate: true }])
      expect((await call(admin, 'POST', `/connections/${connection.id}/webhook`, faulty)).status).toBe(400);
  });

  test('are removed with their secrets, and the trail says so', async () => {
    const { admin, connection } = await connected('removed');
    expect((await call(admin, 'DELETE', `/connections/${connection.id}`)).status).toBe(200);
    expect((await call(admin, 'GET', '/connections')).body.total_count).toBe(0);
    const { entries } = (await call(admin, 'GET', '/audit_trail')).body;
    expect(entries[0]).toMatchObject({ act: 'connection_removed', detail: { connection_id: connection.id } });
  });

  test('409: a user whose connections would go with them is not removed', async () => {
    const { admin } = await connected('owner');
    const { users } = (await call(admin, 'GET', '/users')).body;
    const ada = users.find((user: { email: string }) => user.email === 'ada@owner.example');
    const refused = await call(admin, 'DELETE', `/users/${ada.id}`);
    expect([refused.status, refused.body.response_detail]).toEqual([409, expect.stringContaining('Remove it first')]);
  });

  test("404: another entity's, by every method; 403: for who is no admin", async () => {
    const { connection, admin } = await connected('ours');
    const other = await makeTenant(identity.context, { slug: 'theirs' });
    const manager = await makeTenant(identity.context, { slug: 'ours', role: 'manager' });
    for (const [method, path] of [
      ['POST', `/connections/${connection.id}/test`],
      ['POST', `/connections/${connection.id}/webhook`],
      ['DELETE', `/connections/${connection.id}`],
    ] as const) {
      expect((await call(other, method, path)).status).toBe(404);
      expect((await call(manager, method, path)).status).toBe(403);
    }
    expect((await call(admin, 'GET', '/connections')).body.total_count).toBe(1);
  });
});
