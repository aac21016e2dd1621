import { toFault } from '@linescope/chassis/http/failure-answer';
import { BODY_LIMIT, hasBody } from '@linescope/chassis/http/read-body';
import type { Logger } from '@linescope/chassis/log/logger';
import { diskIsFull, type FreeSpace } from '@linescope/chassis/service/free-space';
import { acceptTraceIdentifier, TRACE_HEADER } from '@linescope/chassis/trace/trace-context';
import { Fault } from '@linescope/contract/fault';
import { MCP_PATH, type ServeMcp } from '../assistants/serve-mcp.ts';
import type { Authentication } from '../authentication/authenticate.ts';
import { credentialOf } from '../authentication/credential.ts';
import type { Caller } from '../authentication/introspection-cache.ts';
import { clientAddress } from '../limits/client-address.ts';
import { createExports, isExport } from '../limits/exports.ts';
import { rateLimited } from '../limits/rate-limited.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { gatewayHeaders } from '../proxy/answer.ts';
import type { Exchange, GatewayRequest, GatewayResponse } from '../proxy/exchange.ts';
import type { Forwarder } from '../proxy/forward.ts';
import { requestHeaders } from '../proxy/request-headers.ts';
import type { UnderWay } from '../proxy/under-way.ts';
import { type FoundRoute, findRoute, originForm, pathOf } from '../routing/find-route.ts';
import type { WriteAccessLine } from './access-log.ts';
import type { Accounting } from './accounting.ts';
import { admitRequest } from './admit-request.ts';
import { type IsOriginNamed, isPreflight, sendPreflight } from './cors.ts';
import { sendFailure } from './send-failure.ts';

export interface RequestDependencies {
  authentication: Authentication;
  limits: RateLimits;
  forwarder: Forwarder;
  freeSpace: FreeSpace;
  underWay: UnderWay;
  serveMcp: ServeMcp;
  accounting: Accounting;
  writeAccessLine: WriteAccessLine;
  /** Answers what the gateway serves itself; calls `next` for a path that nobody serves. */
  site(request: GatewayRequest, response: GatewayResponse, next: (error?: unknown) => void): void;
  actionOf(method: string, path: string): string;
  isOriginNamed: IsOriginNamed;
  log: Logger;
  trustedHops: number;
  requestTimeoutMs: number;
  upstreamTimeoutMs: number;
}

export interface RequestHandling {
  handle(request: GatewayRequest, response: GatewayResponse): void;
  fail(request: GatewayRequest, response: GatewayResponse, error: unknown): void;
}

/** As sent; the unit holds what it inflates to the same. */
const OTLP_BODY_LIMIT = 4 * BODY_LIMIT;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Health checks are frequent and cheap. */
const UNCOUNTED = new Set(['/healthz', '/readyz']);

/** A request's way through the gateway: admit, find its unit, authenticate, count, forward. */
export function createRequestHandling(dependencies: RequestDependencies): RequestHandling {
  const { limits, accounting, underWay } = dependencies;
  const exports = createExports();

  function handle(request: GatewayRequest, response: GatewayResponse): void {
    const target = originForm(request.url ?? '');
    request.url = target;
    const exchange: Exchange = {
      trace: acceptTraceIdentifier(request.headers[TRACE_HEADER]),
      address: clientAddress(request, dependencies.trustedHops),
      method: request.method ?? '',
      target,
      path: pathOf(target),
      unit: null,
      bodyLimit: BODY_LIMIT,
      otlp: false,
      startedAt: Date.now(),
      allowance: null,
      attempts: 0,
      deadline: 0,
      origin: request.headers.origin,
      allowedOrigins: [],
      endExport: null,
      upstream: null,
      place: { response: null, earlier: null, later: null },
    };
    request.exchange = exchange;
    response.on('close', onClose);
    answer(request, response, exchange).catch((error: unknown) => fail(request, response, error));
  }

  async function answer(request: GatewayRequest, response: GatewayResponse, exchange: Exchange): Promise<void> {
    const route = findRoute(exchange.path);
    if (route?.otlp) {
      exchange.otlp = true;
      exchange.bodyLimit = OTLP_BODY_LIMIT;
    }
    admitRequest(request, exchange.bodyLimit);
    if (exchange.path === MCP_PATH) return serveAssistant(request, response, exchange);
    if (!route) return serveSite(request, response, exchange);
    if (!READS.has(exchange.method) && dependencies.freeSpace.isLow()) throw diskIsFull();
    if (!route.open && isPreflight(request) && (await dependencies.isOriginNamed(request.headers.origin ?? ''))) {
      return answerPreflight(request, response, exchange);
    }
    const principal = await admitCaller(route, request, exchange);
    if (response.destroyed) return;
    const now = Date.now();
    exchange.deadline = now + dependencies.upstreamTimeoutMs + (hasBody(request) ? dependencies.requestTimeoutMs : 0);
    underWay.watch(response, exchange);
    if (request.headers.expect !== undefined) response.writeContinue();
    request.headers = requestHeaders(request, exchange, principal, dependencies.trustedHops);
    dependencies.forwarder.forward(route.unit, request, response, exchange);
  }

  async function admitCaller(route: FoundRoute, request: GatewayRequest, exchange: Exchange): Promise<string | null> {
    if (route.otlp) return (await admitToken(request, exchange)).principalHeader;
    if (!route.open) {
      const caller = await admitToken(request, exchange);
      if (isExport(request)) exchange.endExport = exports.begin(caller);
      return caller.principalHeader;
    }
    exchange.allowance = await limits.ofOpenRequest(exchange.address);
    if (!exchange.allowance.allowed) throw rateLimited(exchange.allowance);
    return null;
  }

  async function admitToken(request: GatewayRequest, exchange: Exchange): Promise<Caller> {
    const caller = await callerOf(request, exchange);
    exchange.allowedOrigins = caller.allowedOrigins;
    exchange.allowance = await (exchange.otlp
      ? limits.ofTelemetry(caller.tokenId)
      : limits.ofToken(caller.tokenId, caller.rateLimitPerMinute));
    if (!exchange.allowance.allowed) throw rateLimited(exchange.allowance);
    return caller;
  }

  /** With a token only: a cookie is for the console's own calls. */
  async function serveAssistant(request: GatewayRequest, response: GatewayResponse, exchange: Exchange): Promise<void> {
    delete request.headers.cookie;
    const caller = await admitToken(request, exchange);
    if (!response.destroyed) await dependencies.serveMcp(request, response, exchange, caller);
  }

  async function answerPreflight(
    request: GatewayRequest,
    response: GatewayResponse,
    exchange: Exchange,
  ): Promise<void> {
    exchange.allowance = await limits.ofOpenRequest(exchange.address);
    if (!exchange.allowance.allowed) throw rateLimited(exchange.allowance);
    sendPreflight(request, response, exchange);
  }

  function callerOf(request: GatewayRequest, exchange: Exchange): Caller | Promise<Caller> {
    const { recognise, authenticate } = dependencies.authentication;
    // A cookie is for the console's own calls.
    if (exchange.otlp) delete request.headers.cookie;
    const credential = credentialOf(request.headers, dependencies.trustedHops);
    return recognise(credential) ?? authenticate(exchange, credential);
  }

  async function serveSite(request: GatewayRequest, response: GatewayResponse, exchange: Exchange): Promise<void> {
    const isCounted = !UNCOUNTED.has(exchange.path);
    const allowance = await limits[isCounted ? 'ofOpenRequest' : 'openRequestsLeft'](exchange.address);
    exchange.allowance = allowance;
    if (isCounted && !allowance.allowed) throw rateLimited(allowance);
    const headers = gatewayHeaders(exchange);
    for (let index = 0; index < headers.length; index += 2)
      response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
    dependencies.site(request, response, (error) =>
      fail(request, response, error ?? new Fault('response_not_found', 'There is no such path.')),
    );
  }

  /** Answers a failure, unless an answer has begun: then all that is left is to break it off. */
  function fail(request: GatewayRequest, response: GatewayResponse, error: unknown): void {
    const { exchange } = request;
    exchange?.upstream?.destroy();
    if (!exchange || response.headersSent || response.destroyed) {
      if (!response.writableEnded) response.destroy();
      return;
    }
    const fault = toFault(error);
    if (fault.status >= 500) logFailure(dependencies.log, exchange, fault);
    const action = dependencies.actionOf(exchange.method, exchange.path);
    void (async () => {
      exchange.allowance ??= await limits.failuresLeft(exchange.address);
      if (!response.headersSent && !response.destroyed) sendFailure(request, response, exchange, fault, action);
    })();
  }

  function onClose(this: GatewayResponse): void {
    const { exchange } = this.req;
    if (!exchange) return;
    underWay.release(exchange);
    exchange.endExport?.();
    accounting.count(exchange, this.statusCode);
    dependencies.writeAccessLine(exchange, this.statusCode);
  }

  return { handle, fail };
}

/** Only a defect of ours needs its stack; while a unit is unavailable, every request would log the same one. */
function logFailure(log: Logger, { unit, trace }: Exchange, fault: Fault): void {
  if (fault.status === 500) log.error({ err: fault, unit, trace }, 'request failed');
  else log.warn({ unit, trace, status: fault.status, cause: String(fault.cause ?? fault.message) }, 'request failed');
}
