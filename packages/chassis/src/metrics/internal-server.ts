import { createServer } from 'node:http';
import type { ProcessConfig } from '../config/settings.ts';
import { listen } from '../http/listen.ts';
import type { Readiness } from '../service/readiness.ts';
import type { Metrics } from './metrics.ts';

/** `/healthz`, `/readyz` and `/metrics` on a port of their own that is never published. */
export async function serveInternal(options: { config: ProcessConfig; metrics: Metrics; readiness: Readiness }) {
  const { config, metrics, readiness } = options;
  const server = createServer(async (request, response) => {
    response.shouldKeepAlive = false; // probes are rare: each reaches whichever process listens by then
    const path = request.url?.split('?')[0];
    if (path === '/metrics') {
      response.setHeader('content-type', metrics.registry.contentType);
      response.end(await metrics.registry.metrics());
      return;
    }
    if (path !== '/healthz' && path !== '/readyz') {
      response.writeHead(404).end();
      return;
    }
    const failing = path === '/readyz' ? await readiness.failing() : [];
    response.writeHead(failing.length === 0 ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: failing.length === 0 ? 'ok' : 'unavailable', failing }));
  });
  const port = await listen(server, config, config.INTERNAL_PORT);
  return {
    port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
