import { PRINCIPAL_HEADER } from '@linescope/chassis/principal/principal-token';
import { TRACE_HEADER } from '@linescope/chassis/trace/trace-context';
import { Fault } from '@linescope/contract/fault';
import type { Caller } from '../authentication/introspection-cache.ts';
import { rateLimited } from '../limits/rate-limited.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { findRoute } from '../routing/find-route.ts';
import type { Unit } from '../routing/routing-table.ts';

interface UnitCaller {
  addresses: Record<Unit, string>;
  limits: Pick<RateLimits, 'ofToken'>;
  caller: Caller;
  trace: string;
}

/** `fetch` for the API's own client inside the gateway: straight to the unit, as the caller, and counted as a call of theirs. */
export function createUnitFetch({ addresses, limits, caller, trace }: UnitCaller): typeof globalThis.fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const route = findRoute(pathname);
    if (!route || route.open) return refusal(new Fault('response_not_found', 'There is no such path.'), trace);
    const allowance = await limits.ofToken(caller.tokenId, caller.rateLimitPerMinute);
    if (!allowance.allowed) return refusal(rateLimited(allowance), trace);
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    headers.set(PRINCIPAL_HEADER, caller.principalHeader);
    headers.set(TRACE_HEADER, trace);
    return fetch(`${addresses[route.unit]}${pathname}${search}`, { ...init, headers });
  };
}

const refusal = ({ responseEm, message, status, headers }: Fault, trace: string): Response =>
  Response.json(
    {
      action_em: 'action_unknown',
      response_em: responseEm,
      response_detail: message,
      errors: [],
      trace_identifier: trace,
    },
    { status, headers },
  );
