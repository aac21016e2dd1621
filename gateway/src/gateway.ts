import { announceClose, closeGracefully } from '@linescope/chassis/http/close-gracefully';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { defineService } from '@linescope/chassis/service/run-service';
import { identityRpc } from '@linescope/proto/services';
import { createMcpEndpoint } from './assistants/serve-mcp.ts';
import { createAuthentication } from './authentication/authenticate.ts';
import { consumeTokenChanges } from './authentication/consume-token-changes.ts';
import { createIntrospect } from './authentication/introspect-token.ts';
import { createIntrospectionCache } from './authentication/introspection-cache.ts';
import { type GatewayConfig, gatewayConfig } from './config.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { shareUses } from './limits/share-uses.ts';
import { openCatalogue } from './openapi/catalogue.ts';
import { createForwarder } from './proxy/forward.ts';
import { watchUnderWay } from './proxy/under-way.ts';
import { tooLate } from './proxy/upstream-failure.ts';
import { unitAddresses } from './routing/routing-table.ts';
import { createAccessLog } from './server/access-log.ts';
import { createAccounting } from './server/accounting.ts';
import { createOriginCheck } from './server/cors.ts';
import { createRequestHandling, type RequestHandling } from './server/handle-request.ts';
import { openServer } from './server/open-server.ts';
import { watchDependencies } from './site/dependencies.ts';
import { createSite } from './site/site.ts';

export const gateway = defineService({
  name: 'gateway',
  config: gatewayConfig,
  async start(runtime) {
    const { config, log, readiness, freeSpace } = runtime;
    const addresses = unitAddresses(config);
    const identity = openRpcClient(runtime, identityRpc, config.IDENTITY_GRPC);
    const introspections = createIntrospectionCache(createIntrospect(runtime, identity));
    const limits = createRateLimits(config);
    const { isSubscribed } = consumeTokenChanges(runtime, introspections, shareUses(runtime, limits));
    const catalogue = openCatalogue(runtime, addresses);
    const fail: RequestHandling['fail'] = (...failed) => handling.fail(...failed);
    const underWay = watchUnderWay(Math.min(1_000, Math.ceil(config.UPSTREAM_TIMEOUT_MS / 4)), (response) =>
      fail(response.req, response, tooLate()),
    );
    const forwarder = createForwarder({
      addresses,
      upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
      answerTimeoutMs: config.ANSWER_TIMEOUT_MS,
      exportIdleMs: config.EXPORT_IDLE_TIMEOUT_MS,
      fail,
    });
    const accounting = createAccounting(runtime.metrics);
    const handling = createRequestHandling({
      authentication: createAuthentication(introspections, limits),
      limits,
      forwarder,
      freeSpace,
      underWay,
      serveMcp: createMcpEndpoint({ addresses, limits, trustedHops: config.TRUSTED_PROXY_HOPS }),
      accounting,
      writeAccessLine: createAccessLog(log, config.ACCESS_LOG && log.isLevelEnabled('info')),
      site: createSite({
        catalogue,
        failing: watchDependencies({
          readiness,
          freeSpace,
          isSubscribed,
          addresses: { ...addresses, ...workerOf(config) },
        }),
        consoleDir: config.CONSOLE_DIR,
      }),
      actionOf: catalogue.actionOf,
      isOriginNamed: createOriginCheck(identity),
      log,
      trustedHops: config.TRUSTED_PROXY_HOPS,
      requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
      upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
    });
    runtime.onStop('connections to units', () => {
      forwarder.close();
      underWay.stop();
      accounting.stop();
    });
    const { server, port } = await openServer(config, handling, { limits, fail });
    runtime.onDrain(() => {
      announceClose(server);
      underWay.announceClose();
    });
    runtime.onStop('http', () => closeGracefully(server));
    log.info({ port }, 'listening');
    return { port, isSubscribed, refreshCatalogue: catalogue.refresh };
  },
});

const workerOf = ({ IMPORTS_WORKER_INTERNAL: address }: GatewayConfig): Record<string, string> =>
  address === undefined ? {} : { 'imports-worker': address };
