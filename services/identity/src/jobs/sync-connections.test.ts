import { token as hostToken, startSampleHost } from '@linescope/code-host/sample-host';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openProviderClients } from '../provider-clients.ts';
import { identityService } from '../service.ts';
import { makeTenant } from '../testing/make-tenant.ts';
import { checkRefusedConnections } from './sync-connections.ts';

const HOURS = 24;

const start = async () => {
  const host = await startSampleHost();
  removeAfterFile(() => host.stop());
  const service = await testService(identityService, { ALLOW_PRIVATE_ADDRESSES: 'true' });
  const { context } = service.started;
  const admin = await makeTenant(context, { slug: 'acme' });
  const form = {
    email: 'ada@acme.example',
    entity_slug: 'acme',
    git_provider_em: 'github',
    git_provider_token: hostToken,
    custom_endpoint_url: host.url,
  };
  await service.call('POST', '/api_tokens/provision_user', { as: admin.principal, json: form });
  const { openDirectory, close } = openProviderClients({ allowPrivateAddresses: true });
  removeAfterFile(close);
  const checking = { ...context, openDirectory, log: pino({ level: 'silent' }) };
  const stateOf = async () => {
    const { body } = await service.call('GET', '/connections', { as: admin.principal });
    return body.connections[0].status_em;
  };
  return { ...context, checking, stateOf };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

/** Once the service has cached its repos: until then it may hold the connection's row, which a check passes over. */
async function refuse(hoursAgo: number): Promise<void> {
  await eventually(async () => {
    const { repos } = await identity.postgres.one(
      z.object({ repos: z.number() }),
      'SELECT count(*) AS repos FROM connection_repos AS r JOIN connections AS c ON c.id = r.connection_id AND c.version = r.cached_version',
    );
    return repos > 0;
  });
  await identity.postgres.run(
    `UPDATE connections SET status_em = 'connection_invalid', last_error_at = now() - make_interval(hours => $1)`,
    [hoursAgo],
  );
}

test('a connection that its host refused by mistake works again after a day', async () => {
  await refuse(23);
  await checkRefusedConnections(identity.checking, HOURS);
  expect(await identity.stateOf()).toBe('connection_invalid');
  await refuse(25);
  await checkRefusedConnections(identity.checking, HOURS);
  expect(await identity.stateOf()).toBe('connection_valid');
});

test('one whose token was revoked stays refused, and is not asked about again before another day', async () => {
  await refuse(25);
  const { postgres, secretBox } = identity;
  const { id } = await postgres.one(z.object({ id: z.number() }), 'SELECT id FROM connections');
  await postgres.run('UPDATE connections SET sealed_token = $1', [secretBox.seal('revoked', `connection:${id}`)]);
  await checkRefusedConnections(identity.checking, HOURS);
  expect(await identity.stateOf()).toBe('connection_invalid');
  await postgres.run('UPDATE connections SET sealed_token = $1', [secretBox.seal(hostToken, `connection:${id}`)]);
  await checkRefusedConnections(identity.checking, HOURS);
  expect(await identity.stateOf()).toBe('connection_invalid');
});
