import { processSettings, rpcSettings } from '@linescope/chassis/config/settings';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { defineService, startService } from '@linescope/chassis/service/run-service';
import { unavailable } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Handlers } from '@linescope/proto/calls';
import { type IdentityDefinition, identityRpc } from '@linescope/proto/services';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { TEST_RPC_TOKEN } from '@linescope/test-kit/test-service';
import { z } from 'zod';

export interface KnownToken extends Principal {
  rateLimitPerMinute: number;
  expiresAtMs?: number;
  allowedOrigins?: string[];
}

export interface TestIdentity {
  address: string;
  tokens: Map<string, KnownToken>;
  /** The tokens that were asked for, in order. */
  asked: string[];
  /** Awaited after the token is read and before the answer goes out. */
  beforeAnswer: () => Promise<void>;
  stop(): Promise<void>;
}

/** Identity's Introspect over a map, on a real gRPC socket. */
export async function startTestIdentity(port = 0): Promise<TestIdentity> {
  const tokens = new Map<string, KnownToken>();
  const asked: string[] = [];
  const test: TestIdentity = { address: '', tokens, asked, beforeAnswer: async () => {}, stop: async () => {} };
  const introspect: Handlers<IdentityDefinition>['introspect'] = async ({ token }) => {
    const known = tokens.get(token);
    if (token === '') return { active: false };
    asked.push(token);
    await test.beforeAnswer();
    return known ? { active: true, ...known, scopes: known.scopes ?? [] } : { active: false };
  };
  const running = await startService(
    defineService({
      name: 'identity',
      config: z.object({ ...processSettings, ...rpcSettings }),
      start: (runtime) => serveRpc(runtime, identityRpc, onlyIntrospect(introspect)),
    }),
    {
      LOG_LEVEL: 'silent',
      BIND_HOST: '127.0.0.1',
      INTERNAL_PORT: '0',
      GRPC_PORT: String(port),
      RPC_TOKEN: TEST_RPC_TOKEN,
    },
  );
  test.address = `127.0.0.1:${running.started.port}`;
  test.stop = () => running.stop();
  removeAfterFile(test.stop);
  return test;
}

/** Origins that some entity names. */
export const NAMED_ORIGINS = ['https://reports.example.com', 'https://other.example.com'];

function onlyIntrospect(introspect: Handlers<IdentityDefinition>['introspect']): Handlers<IdentityDefinition> {
  const none = async (): Promise<never> => {
    throw unavailable('not part of this test');
  };
  return {
    introspect,
    resolveResourcePath: none,
    findAwaitedImport: none,
    listRepos: none,
    registerRepo: none,
    noteImportRemoval: none,
    removeRepo: none,
    lendConnections: none,
    reportConnection: none,
    readQuotas: none,
    swapQuota: none,
    lendLlmTokens: none,
    reportLlmToken: none,
    lendTracker: none,
    reportTracker: none,
    getEntitySettings: none,
    findUsers: none,
    ensureUser: none,
    isOriginNamed: async ({ origin }) => ({ named: NAMED_ORIGINS.includes(origin) }),
    claimIdempotencyKey: none,
  };
}
