import { fileURLToPath } from 'node:url';
import { openBroker } from '@linescope/chassis/events/broker';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { analyticsRpc, developersTeamsRpc, identityRpc } from '@linescope/proto/services';
import { outgoingProxy } from '@linescope/providers/pacing/outgoing-proxy';
import { createTransport } from '@linescope/providers/pacing/transport';
import type { Config } from './config.ts';
import type { Context } from './context.ts';

const PROVIDER_TIMEOUT_MS = 30_000;
const PROVIDER_MAX_BYTES = 32 * 1024 * 1024;
const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));

/** What the API and the workers open alike. */
export async function openContext(runtime: Runtime<Config>): Promise<Context> {
  const { config } = runtime;
  const postgres = await openPostgres(runtime);
  await migratePostgres(postgres, MIGRATIONS);
  const broker = await openBroker(runtime);
  const transport = createTransport({
    allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
    proxyOf: outgoingProxy(config),
    timeoutMs: PROVIDER_TIMEOUT_MS,
    maxBytes: PROVIDER_MAX_BYTES,
  });
  runtime.onStop('providers', async () => transport[Symbol.asyncDispose]());
  return {
    config,
    postgres,
    broker,
    outbox: await openOutbox(runtime, postgres, broker),
    identity: openRpcClient(runtime, identityRpc, config.IDENTITY_GRPC),
    developersTeams: openRpcClient(runtime, developersTeamsRpc, config.DEVELOPERS_TEAMS_GRPC),
    analytics: openRpcClient(runtime, analyticsRpc, config.ANALYTICS_GRPC),
    transport,
    log: runtime.log,
    now: () => new Date(),
  };
}
