import { status } from '@grpc/grpc-js';
import { tokenChanged } from '@linescope/contract/events/identity-events';
import { breakableLink } from '@linescope/test-kit/breakable-link';
import { eventually } from '@linescope/test-kit/eventually';
import { testNats } from '@linescope/test-kit/test-nats';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { revokeToken } from './actions/revoke-token.ts';
import { identityService } from './service.ts';
import { identityClient } from './testing/identity-client.ts';
import { makeTenant } from './testing/make-tenant.ts';

async function start() {
  const [database, nats] = await Promise.all([testPostgres('identity'), testNats()]);
  const [postgres, broker] = await Promise.all([breakableLink(database.url), breakableLink(nats.url)]);
  const service = await testService(identityService, {
    DATABASE_URL: postgres.url,
    NATS_URL: broker.url,
    NATS_NAMESPACE: nats.namespace,
  });
  return { service, postgres, broker, client: identityClient(service.started.grpcPort) };
}

test('while Postgres is away calls say so at once, and all is well when it is back', async () => {
  const { service, postgres, client } = await start();
  const { token, principal } = await makeTenant(service.started.context, { slug: 'acme' });
  postgres.cut();
  await expect(client.introspect({ token })).rejects.toMatchObject({ code: status.UNAVAILABLE });
  const answer = await service.call('GET', '/api_tokens/llm_tokens?resource_path=acme', { as: principal });
  expect([answer.status, answer.body.response_em]).toEqual([503, 'response_unavailable']);
  postgres.mend();
  expect(await eventually(async () => (await client.introspect({ token })).active)).toBe(true);
});

test('what happens while the broker is away is published when it is back', async () => {
  const { service, broker, client } = await start();
  const { context, broker: connection } = service.started;
  const { token, principal } = await makeTenant(context, { slug: 'acme' });
  broker.cut();
  await context.postgres.transaction((tx) =>
    revokeToken(tx, context.outbox, { tokenId: principal.tokenId, actor: 'test' }),
  );
  expect((await client.introspect({ token })).active).toBe(false);
  broker.mend();
  const subject = `${connection.namespace}.events.${principal.entityId}.${tokenChanged.type}`;
  const published = await eventually(() =>
    connection.manager.streams.getMessage(`${connection.namespace}_EVENTS`, { last_by_subj: subject }),
  );
  expect(published.string()).toContain(String(principal.tokenId));
});
