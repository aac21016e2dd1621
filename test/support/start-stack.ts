import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyticsService } from '@linescope/analytics/service';
import { analyticsClickHouse } from '@linescope/analytics/testing/analytics-clickhouse';
import type { BrokerUser } from '@linescope/chassis/events/broker-users';
import { startService } from '@linescope/chassis/service/run-service';
import { startCodeHost } from '@linescope/code-host/start-code-host';
import { defectsReleasesService } from '@linescope/defects-releases/service';
import { developersTeamsService } from '@linescope/developers-teams/service';
import { gateway } from '@linescope/gateway/gateway';
import { identityService } from '@linescope/identity/service';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { importsService } from '@linescope/imports/service';
import { importsWorker } from '@linescope/imports/worker-service';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testNats } from '@linescope/test-kit/test-nats';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { TEST_PRINCIPAL_KEYS, TEST_RPC_TOKEN, TEST_SECRET_KEYS, testService } from '@linescope/test-kit/test-service';
import { createCaller } from './call-api.ts';

export const CODE_HOST_TOKEN = 'code-host-token';
/** Of another person at the code host. */
export const SECOND_CODE_HOST_TOKEN = 'second-code-host-token';

const clickHouseOfItsOwn = async () => {
  const { url, database } = await analyticsClickHouse();
  return { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database };
};

/**
 * The services of a real stack in this process, with the local code host, on stores of their own. With `natsUrlOf`, each connects
 * to that broker as the user it is.
 */
export async function startStack(extra: Record<string, string> = {}, natsUrlOf?: (user: BrokerUser) => string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-stack-'));
  removeAfterFile(() => rm(dataDir, { recursive: true, force: true }));
  const codeHost = await startCodeHost({
    dataDir: join(dataDir, 'code-host'),
    tokens: { [CODE_HOST_TOKEN]: 'demo-admin', [SECOND_CODE_HOST_TOKEN]: 'demo-second' },
  });
  removeAfterFile(codeHost.stop);
  const nats = await testNats();
  const shared = {
    NATS_URL: nats.url,
    NATS_NAMESPACE: nats.namespace,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...extra,
  };

  const identityUrl = (await testPostgres('identity')).url;
  const as = (user: BrokerUser) => (natsUrlOf ? { NATS_URL: natsUrlOf(user), NATS_NAMESPACE: 'linescope' } : {});
  const identity = await testService(identityService, { ...shared, ...as('identity'), DATABASE_URL: identityUrl });
  const identityGrpc = { IDENTITY_GRPC: `127.0.0.1:${identity.started.grpcPort}` };
  const developersTeams = await testService(developersTeamsService, {
    ...shared,
    ...as('developers-teams'),
    ...identityGrpc,
  });
  const addresses = { ...identityGrpc, DEVELOPERS_TEAMS_GRPC: `127.0.0.1:${developersTeams.started.grpcPort}` };
  const analytics = await testService(analyticsService, {
    ...shared,
    ...as('analytics'),
    ...addresses,
    ...(extra['CLICKHOUSE_URL'] ? {} : await clickHouseOfItsOwn()),
  });
  const importsEnv = {
    ...shared,
    ...as('imports'),
    ...addresses,
    ANALYTICS_GRPC: `127.0.0.1:${analytics.started.grpcPort}`,
    DATABASE_URL: (await testPostgres('imports')).url,
    DATA_DIR: join(dataDir, 'imports'),
    IMPORT_RETRY_MS: '50',
  };
  const imports = await testService(importsService, importsEnv);
  const inProcess = {
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    BIND_HOST: '127.0.0.1',
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    INTERNAL_PORT: '0',
    NATS_STREAM_BYTES: String(64 * 1024 * 1024),
    PRINCIPAL_KEYS: TEST_PRINCIPAL_KEYS,
    SECRET_KEYS: TEST_SECRET_KEYS,
    RPC_TOKEN: TEST_RPC_TOKEN,
  };
  /** Each has a data folder of its own, as on another machine. */
  const startWorker = async (name = 'imports') => {
    const worker = await startService(importsWorker, { ...inProcess, ...importsEnv, DATA_DIR: join(dataDir, name) });
    removeAfterFile(worker.stop);
    return worker;
  };
  const defectsReleases = await testService(defectsReleasesService, {
    ...shared,
    ...as('defects-releases'),
    ...addresses,
    ANALYTICS_GRPC: importsEnv.ANALYTICS_GRPC,
  });
  const entrance = await startService(gateway, {
    ...inProcess,
    ...shared,
    ...as('gateway'),
    ...addresses,
    PORT: '0',
    IDENTITY_HTTP: identity.url,
    DEVELOPERS_TEAMS_HTTP: developersTeams.url,
    DEFECTS_RELEASES_HTTP: defectsReleases.url,
    IMPORTS_HTTP: imports.url,
    ANALYTICS_HTTP: analytics.url,
  });
  removeAfterFile(entrance.stop);
  const baseUrl = `http://127.0.0.1:${entrance.started.port}`;

  const tenant = (slug: string) => makeTenant(identity.started.context, { slug });
  const connect = (as: Awaited<ReturnType<typeof tenant>>, token = CODE_HOST_TOKEN, endpoint = codeHost.url) =>
    identity.call('POST', '/api_tokens/provision_user', {
      as: as.principal,
      form: {
        email: `dev@${as.principal.entitySlug}.example`,
        git_provider_em: 'hostC',
        git_provider_token: token,
        custom_endpoint_url: endpoint,
        entity_slug: as.principal.entitySlug,
      },
    });
  return {
    baseUrl,
    callerOf: (as: { token: string }) => createCaller(baseUrl, as.token),
    defectsReleases,
    codeHost,
    identity,
    identityUrl,
    developersTeams,
    analytics,
    imports,
    importsDataDir: importsEnv.DATA_DIR,
    gateway: entrance,
    startWorker,
    tenant,
    connect,
    clickHouse: analytics.started.context.clickHouse,
  };
}

export type Stack = Awaited<ReturnType<typeof startStack>>;
