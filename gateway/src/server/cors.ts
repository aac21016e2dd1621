import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import { LRUCache } from 'lru-cache';
import { gatewayHeaders } from '../proxy/answer.ts';
import type { Exchange, GatewayRequest, GatewayResponse } from '../proxy/exchange.ts';

const ALLOWED_METHODS = 'GET, POST, PUT, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match, X-Trace-Identifier';
const PREFLIGHT_SECONDS = 600;
const KNOWN_MS = 10_000;
const DEADLINE_MS = 3_000;

export type IsOriginNamed = (origin: string) => Promise<boolean>;

/** Whether some entity names an origin, remembered for ten seconds. */
export function createOriginCheck(identity: Pick<IdentityCalls, 'isOriginNamed'>): IsOriginNamed {
  const known = new LRUCache<string, boolean>({ max: 1_000, ttl: KNOWN_MS });
  return async (origin) => {
    const before = known.get(origin);
    if (before !== undefined) return before;
    const { named } = await identity.isOriginNamed({ origin }, { deadlineMs: DEADLINE_MS });
    known.set(origin, named);
    return named;
  };
}

/** A browser asks beforehand whether another site's page may call. */
export const isPreflight = (request: GatewayRequest): boolean =>
  request.method === 'OPTIONS' &&
  request.headers.origin !== undefined &&
  request.headers['access-control-request-method'] !== undefined;

export function sendPreflight(request: GatewayRequest, response: GatewayResponse, exchange: Exchange): void {
  const headers = gatewayHeaders(exchange);
  headers.push('access-control-allow-origin', request.headers.origin ?? '', 'vary', 'Origin');
  headers.push('access-control-allow-methods', ALLOWED_METHODS, 'access-control-allow-headers', ALLOWED_HEADERS);
  headers.push('access-control-max-age', String(PREFLIGHT_SECONDS), 'content-length', '0', 'cache-control', 'no-store');
  response.writeHead(204, headers);
  response.end();
}
