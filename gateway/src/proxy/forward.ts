import type { ClientRequest, IncomingMessage } from 'node:http';
import { bodyTooLarge, hasBody } from '@linescope/chassis/http/read-body';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { Unit } from '../routing/routing-table.ts';
import { passAnswerOn } from './answer.ts';
import { EMPTY_BODY } from './empty-body.ts';
import { type Exchange, GatewayRequest, GatewayResponse } from './exchange.ts';
import { UnitAgent } from './unit-agent.ts';
import { neverReachedUnit, toUpstreamFault } from './upstream-failure.ts';

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS']);
const RETRY_AFTER_MS = [50, 200];

export interface ForwardOptions {
  addresses: Record<Unit, string>;
  upstreamTimeoutMs: number;
  answerTimeoutMs: number;
  /** An export may take as long as it likes, but not stand still for longer than this. */
  exportIdleMs: number;
  fail(request: GatewayRequest, response: GatewayResponse, error: unknown): void;
}

export interface Forwarder {
  /** Hands the request to http-proxy-middleware; its headers must already be what the unit shall see. */
  forward(unit: Unit, request: GatewayRequest, response: GatewayResponse, exchange: Exchange): void;
  close(): void;
}

/**
 * http-proxy-middleware carries the request. Its default plugins build URLs and log lines for each request even when nobody
 * listens, so they are left out and what we need is registered directly; a target given in parts spares it two URL parses, and a
 * request without a body need not be piped.
 */
export function createForwarder(options: ForwardOptions): Forwarder {
  const agents: UnitAgent[] = [];

  function openProxies(address: string) {
    const { hostname, port } = new URL(address);
    const agent = new UnitAgent();
    agents.push(agent);
    const shared = {
      target: { protocol: 'http:', host: hostname.replace(/^\[|\]$/g, ''), port },
      agent,
      ejectPlugins: true,
      plugins: [listen],
      selfHandleResponse: true,
      pathFilter: restoreUrl,
    };
    return {
      withBody: createProxyMiddleware<GatewayRequest, GatewayResponse>(shared),
      withoutBody: createProxyMiddleware<GatewayRequest, GatewayResponse>({ ...shared, buffer: EMPTY_BODY }),
    };
  }

  const listen: Plugin<GatewayRequest, GatewayResponse> = (proxy) => {
    proxy.on('proxyReq', onUpstream);
    proxy.on('proxyRes', onAnswer);
    proxy.on('error', (error, request, response) => {
      if (request instanceof GatewayRequest && response instanceof GatewayResponse) onError(error, request, response);
    });
  };

  /** Called before anything else reads the URL; that no path is left out is what a filter answers. */
  function restoreUrl(_path: string, request: IncomingMessage): boolean {
    if (request instanceof GatewayRequest && request.exchange) request.url = request.exchange.target;
    return true;
  }

  function onUpstream(upstream: ClientRequest, request: GatewayRequest, response: GatewayResponse): void {
    const { exchange } = request;
    if (exchange) exchange.upstream = upstream;
    // The answer may have been given while the request waited for a connection.
    if (response.writableEnded || response.destroyed) upstream.destroy();
    else if (exchange && hasBody(request)) watchBody(request, response, exchange);
  }

  /** Counts what streams through; the pipe to the unit is attached right after this, so no byte passes uncounted. */
  function watchBody(request: GatewayRequest, response: GatewayResponse, exchange: Exchange): void {
    let length = 0;
    const count = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= exchange.bodyLimit) return;
      request.off('data', count);
      request.unpipe();
      options.fail(request, response, bodyTooLarge(exchange.bodyLimit));
    };
    request.on('data', count);
    request.once('end', () => {
      exchange.deadline = Date.now() + options.upstreamTimeoutMs;
    });
  }

  function onAnswer(answer: IncomingMessage, request: GatewayRequest, response: GatewayResponse): void {
    const { exchange } = request;
    if (!exchange || response.headersSent || response.destroyed) {
      answer.destroy();
      return;
    }
    exchange.deadline = Date.now() + (exchange.endExport ? options.exportIdleMs : options.answerTimeoutMs);
    try {
      passAnswerOn(answer, response, exchange, options.exportIdleMs);
    } catch (error) {
      answer.destroy();
      options.fail(request, response, error);
    }
  }

  function onError(error: Error, request: GatewayRequest, response: GatewayResponse): void {
    const { exchange } = request;
    if (!exchange || response.headersSent || response.destroyed) return;
    const wait = RETRY_AFTER_MS[exchange.attempts - 1];
    const mayRepeat = IDEMPOTENT.has(exchange.method) && !hasBody(request);
    if (wait === undefined || !mayRepeat || !neverReachedUnit(error, exchange.upstream)) {
      options.fail(request, response, toUpstreamFault(error));
      return;
    }
    setTimeout(() => {
      if (!response.headersSent && !response.destroyed && exchange.unit)
        send(exchange.unit, request, response, exchange);
    }, wait);
  }

  function send(unit: Unit, request: GatewayRequest, response: GatewayResponse, exchange: Exchange): void {
    exchange.attempts += 1;
    exchange.upstream = null;
    const proxy = proxies.get(unit)?.[hasBody(request) ? 'withBody' : 'withoutBody'];
    // The middleware would parse it for its filter, and to what every request goes is known.
    request.url = '';
    void proxy?.(request, response, (error) => options.fail(request, response, error));
  }

  const proxies = new Map(Object.entries(options.addresses).map(([unit, address]) => [unit, openProxies(address)]));
  return {
    forward(unit, request, response, exchange) {
      exchange.unit = unit;
      send(unit, request, response, exchange);
    },
    close() {
      for (const agent of agents) agent.destroy();
    },
  };
}
