import { processSettings, rpcSettings } from '@linescope/chassis/config/settings';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { defineService } from '@linescope/chassis/service/run-service';
import { unavailable } from '@linescope/contract/fault';
import { identityRpc } from '@linescope/proto/services';
import { z } from 'zod';

const none = async (): Promise<never> => {
  throw unavailable();
};

/** Knows every token, and none has a limit that a benchmark could reach. */
export const identity = defineService({
  name: 'identity',
  config: z.object({ ...processSettings, ...rpcSettings }),
  start: (runtime) =>
    serveRpc(runtime, identityRpc, {
      introspect: async () => ({
        active: true,
        tokenId: 1,
        entityId: 1,
        entitySlug: 'acme',
        userId: 1,
        role: 'admin',
        rateLimitPerMinute: 1_000_000_000,
      }),
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
      isOriginNamed: none,
      claimIdempotencyKey: none,
    }),
});
