import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliverWebhook, type SignedDelivery } from './admin/deliver-webhook.ts';
import { adminRoutes } from './admin/routes.ts';
import { anthropicRoutes } from './ai/anthropic.ts';
import { copilotRoutes } from './ai/copilot.ts';
import { cursorRoutes } from './ai/cursor.ts';
import { rateLimitRoute } from './github/rate-limit.ts';
import { githubRoutes } from './github/routes.ts';
import { failureOf, send } from './server/answer.ts';
import { callersOf, sameSecret } from './server/authenticate.ts';
import { type FaultSettings, keepFaults } from './server/faults.ts';
import { handleRequest } from './server/handle-request.ts';
import type { Host } from './server/host.ts';
import { keepQuota } from './server/quota.ts';
import { keepRequestLog } from './server/request-log.ts';
import { compileRoutes } from './server/route.ts';
import { openDataFolder } from './store/data-folder.ts';
import { trackerRoutes } from './tracker/routes.ts';

export type CodeHostOptions = {
  dataDir: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** The loopback address, unless others are to reach it. */
  bind?: string;
  /** Accepted tokens and whose they are; several tokens may belong to one person. */
  tokens: Record<string, string>;
  adminToken?: string;
  allowPush?: boolean;
  faults?: FaultSettings;
  now?: () => number;
};
export type CodeHost = Awaited<ReturnType<typeof startCodeHost>>;

export async function startCodeHost(options: CodeHostOptions) {
  const data = openDataFolder(options.dataDir);
  const quota = keepQuota();
  const faults = keepFaults(quota);
  const log = keepRequestLog();
  const adminToken = options.adminToken ?? randomUUID();
  if (options.faults) faults.set(options.faults);
  const host: Host = {
    data,
    quota,
    faults,
    log,
    callerOf: callersOf(options.tokens),
    isAdmin: (token) => sameSecret(token, adminToken),
    findRoute: compileRoutes([
      ...githubRoutes,
      rateLimitRoute(quota),
      ...copilotRoutes,
      ...anthropicRoutes,
      ...cursorRoutes,
      ...trackerRoutes,
    ]),
    findAdminRoute: compileRoutes(adminRoutes(faults, log, data)),
    allowPush: options.allowPush ?? false,
    now: options.now ?? Date.now,
  };
  const { bind = '127.0.0.1' } = options;
  const server = createServer((req, res) => {
    handleRequest(host, req, res).catch((error: unknown) => {
      if (res.headersSent) res.destroy();
      else send(res, failureOf(req.url ?? '/', error), false);
    });
  });
  // Longer than clients keep an idle connection, so that none sends on one that is just being closed.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, bind, resolve);
  });
  const { port } = addressOf(server.address());
  return {
    url: `http://${bind}:${port}`,
    port,
    adminToken,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    log: log.all,
    clearLog: log.clear,
    setFaults: faults.set,
    addRepository: data.addRepository,
    removeRepository: data.removeRepository,
    putRepositoryRecord: data.putRepositoryRecord,
    putOrganizationRecord: data.putOrganizationRecord,
    deliverWebhook: (delivery: SignedDelivery) => deliverWebhook(delivery),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The host listens on no port.');
  return address;
}
