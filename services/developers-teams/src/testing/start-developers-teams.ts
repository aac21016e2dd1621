import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { startService } from '@linescope/chassis/service/run-service';
import type { EventDefinition } from '@linescope/contract/events/define-event';
import type { Principal } from '@linescope/contract/principal';
import type { Role } from '@linescope/contract/roles';
import { gateway } from '@linescope/gateway/gateway';
import { changeSettings } from '@linescope/identity/actions/change-settings';
import { identityService } from '@linescope/identity/service';
import { identityClient } from '@linescope/identity/testing/identity-client';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { developersTeamsRpc } from '@linescope/proto/services';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testNats } from '@linescope/test-kit/test-nats';
import {
  type Answered,
  type CallOptions,
  TEST_PRINCIPAL_KEYS,
  TEST_RPC_TOKEN,
  testService,
} from '@linescope/test-kit/test-service';
import { z } from 'zod';
import { developersTeamsService } from '../service.ts';

/** The service beside a real identity and behind the real gateway, and what a test needs to fill it. */
export async function startDevelopersTeams(env: Record<string, string> = {}) {
  const nats = await testNats();
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-developers-'));
  removeAfterFile(() => rm(dataDir, { recursive: true, force: true }));
  const shared = { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace };
  const identity = await testService(identityService, { ...shared, RATE_LIMIT_PER_MINUTE: '100000' });
  const service = await testService(developersTeamsService, {
    ...shared,
    IDENTITY_GRPC: `127.0.0.1:${identity.started.grpcPort}`,
    DATA_DIR: dataDir,
    ...env,
  });
  const { context, broker, grpcPort } = service.started;
  const gatewayUrl = await startGateway(shared, identity.started.grpcPort, service.url);
  const tokens = new Map<string, string>();
  const keyOf = ({ entityId, userId, role }: Principal) => `${entityId}:${userId}:${role}`;
  const rpc = openRpcClient(
    {
      config: {
        GRPC_PORT: 0,
        RPC_TOKEN: TEST_RPC_TOKEN,
        GRPC_TLS_CA_FILE: undefined,
        GRPC_TLS_CERT_FILE: undefined,
        GRPC_TLS_KEY_FILE: undefined,
      },
      onStop: (_name, stop) => removeAfterFile(async () => stop()),
    },
    developersTeamsRpc,
    `127.0.0.1:${grpcPort}`,
  );
  const identityCalls = identityClient(identity.started.grpcPort);

  return {
    ...service,
    url: gatewayUrl,
    serviceUrl: service.url,
    /** Through the gateway with a bearer token; as the service alone where the caller has none (a role that was changed). */
    call(method: string, path: string, options: CallOptions = {}): Promise<Answered> {
      const token = options.as && tokens.get(keyOf(options.as));
      if (!token) return service.call(method, path, options);
      return callGateway(gatewayUrl, token, method, path, options);
    },
    context,
    rpc,
    identity: identityCalls,
    /** As identity does when an entity leaves, before it says so. */
    leave: (entityId: number) =>
      identity.started.context.postgres.run(`UPDATE entities SET status = 'offboarding' WHERE id = $1`, [entityId]),
    dataDir,
    /** A user of the entity, to call as. */
    async user(slug: string, role: Role = 'admin', email?: string): Promise<Principal> {
      const tenant = await makeTenant(identity.started.context, { slug, role, ...(email ? { email } : {}) });
      tokens.set(keyOf(tenant.principal), tenant.token);
      return tenant.principal;
    },
    async repo(entityId: number, path: string): Promise<number> {
      const [organizationSlug = '', repoSlug = ''] = path.split('/');
      const { repo } = await identityCalls.registerRepo({
        entityId,
        gitProviderEm: 'hostC',
        organizationSlug,
        repoSlug,
        externalId: `id-of-${path}`,
      });
      return repo?.id ?? 0;
    },
    /** Developers as an import meets them: by name, `<name>@acme.example`, on a day. */
    async addCommitters(
      entityId: number,
      names: string[],
      options: { repoId?: number; on?: string; domain?: string } = {},
    ): Promise<number[]> {
      const { repoId = 0, on = '2026-10-01', domain = 'acme.example' } = options;
      const { committerIds } = await rpc.resolveIdentities({
        entityId,
        repoId,
        identities: names.map((name) => ({
          name,
          email: `${name}@${domain}`,
          gitProviderEm: 'hostC',
          lastAuthoredAt: `${on}T10:00:00Z`,
          lastCommittedAt: `${on}T11:00:00Z`,
        })),
      });
      return committerIds;
    },
    async seatLimit(entitySlug: string, seats: number | null): Promise<void> {
      const { postgres, outbox } = identity.started.context;
      await postgres.transaction((tx) =>
        changeSettings(tx, outbox, { entitySlug, settings: { seat_limit: seats }, actor: 'test' }),
      );
    },
    /** Until all that was changed so far is published: what is collected afterwards is of later changes alone. */
    allPublished: () =>
      eventually(async () => {
        const sql = 'SELECT count(*) AS left FROM outbox WHERE published_at IS NULL AND failed_at IS NULL';
        return (await context.postgres.one(z.object({ left: z.number() }), sql)).left === 0;
      }),
    /** Collects the data of an event as it is published from now on. */
    collect<Data extends z.ZodType>(definition: EventDefinition<Data>): z.output<Data>[] {
      const received: z.output<Data>[] = [];
      broker.connection.subscribe(eventSubject(broker.namespace, definition, '*'), {
        callback: (_error, message) => received.push(definition.data.parse(message.json<{ data: unknown }>().data)),
      });
      return received;
    },
  };
}

const NOBODY = 'http://127.0.0.1:1';

async function startGateway(
  shared: Record<string, string>,
  identityGrpcPort: number,
  developersTeams: string,
): Promise<string> {
  const running = await startService(gateway, {
    ...shared,
    LOG_LEVEL: 'silent',
    BIND_HOST: '127.0.0.1',
    PORT: '0',
    GRPC_PORT: '0',
    INTERNAL_PORT: '0',
    PRINCIPAL_KEYS: TEST_PRINCIPAL_KEYS,
    RPC_TOKEN: TEST_RPC_TOKEN,
    IDENTITY_GRPC: `127.0.0.1:${identityGrpcPort}`,
    IDENTITY_HTTP: NOBODY,
    DEVELOPERS_TEAMS_HTTP: developersTeams,
    DEFECTS_RELEASES_HTTP: NOBODY,
    IMPORTS_HTTP: NOBODY,
    ANALYTICS_HTTP: NOBODY,
  });
  removeAfterFile(running.stop);
  return `http://127.0.0.1:${running.started.port}`;
}

async function callGateway(
  url: string,
  token: string,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Answered> {
  const headers = new Headers({ ...options.headers, authorization: `Bearer ${token}` });
  const init: RequestInit = { method, headers };
  if (options.form) init.body = new URLSearchParams(options.form);
  if (options.json !== undefined) {
    init.body = JSON.stringify(options.json);
    headers.set('content-type', 'application/json');
  }
  const response = await fetch(`${url}/api/v1${path}`, init);
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

export type DevelopersTeams = Awaited<ReturnType<typeof startDevelopersTeams>>;
