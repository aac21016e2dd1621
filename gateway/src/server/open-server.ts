import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from '@linescope/chassis/http/listen';
import { Fault } from '@linescope/contract/fault';
import type { GatewayConfig } from '../config.ts';
import { GatewayRequest, GatewayResponse } from '../proxy/exchange.ts';
import { UNITS } from '../routing/routing-table.ts';
import { type ClientErrorParts, createClientErrorHandler, writeFailure } from './client-errors.ts';
import type { RequestHandling } from './handle-request.ts';

const HEADER_BYTES = 16 * 1024;
/** Longer than the usual 60 s of load balancers, so that they close idle connections and not we. */
const KEEP_ALIVE_MS = 75_000;

export type GatewayServer = Server<typeof GatewayRequest, typeof GatewayResponse>;

/** The public socket: its limits, and an envelope for whatever does not become a request. */
export async function openServer(
  config: GatewayConfig,
  handling: RequestHandling,
  parts: ClientErrorParts,
): Promise<{ server: GatewayServer; port: number }> {
  const server: GatewayServer = createServer(
    {
      IncomingMessage: GatewayRequest,
      ServerResponse: GatewayResponse,
      maxHeaderSize: HEADER_BYTES,
      requireHostHeader: false, // answered by us, as an envelope
      headersTimeout: Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS),
      requestTimeout: config.REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(1_000, Math.ceil(config.HEADERS_TIMEOUT_MS / 4)),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handling.handle,
  );
  // Each of a unit's two proxies waits for the close of the server, besides what closes it.
  server.setMaxListeners(2 * UNITS.length + 10);
  server.maxHeadersCount = 0; // the byte limit bounds them; a count would drop the rest in silence
  server.on('checkContinue', handling.handle);
  server.on('checkExpectation', handling.handle);
  server.on('clientError', createClientErrorHandler(parts));
  server.on('connect', (_request: GatewayRequest, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const fault = new Fault('response_method_not_allowed', 'CONNECT is not allowed here.', {
      headers: { allow: 'GET' },
    });
    void writeFailure(socket, fault, parts.limits);
  });
  return { server, port: await listen(server, config, config.PORT) };
}
