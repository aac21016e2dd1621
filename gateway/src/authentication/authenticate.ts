import { runInTrace } from '@linescope/chassis/trace/trace-context';
import { unauthenticated } from '@linescope/contract/fault';
import { tooManyFailures } from '../limits/rate-limited.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Exchange } from '../proxy/exchange.ts';
import type { Credential } from './credential.ts';
import type { Caller, IntrospectionCache } from './introspection-cache.ts';

export interface Authentication {
  /** The caller of a token that is known to be good, at once. */
  recognise(credential: Credential): Caller | null;
  /** The caller of a good token; anything else is counted against the address it came from and refused. */
  authenticate(exchange: Exchange, credential: Credential): Promise<Caller>;
}

export function createAuthentication(introspections: IntrospectionCache, limits: RateLimits): Authentication {
  async function introspect(token: string, exchange: Exchange): Promise<Caller | null> {
    // An address that only brings bad tokens may not make identity work for each.
    const left = await limits.failuresLeft(exchange.address);
    if (!left.allowed && !introspections.wasGood(token)) {
      exchange.allowance = left;
      throw tooManyFailures(left);
    }
    return runInTrace({ traceIdentifier: exchange.trace }, () => introspections.introspect(token));
  }

  async function authenticate(exchange: Exchange, { token, refusal }: Credential): Promise<Caller> {
    if (token !== null) {
      const known = introspections.cached(token);
      const caller = known === undefined ? await introspect(token, exchange) : known;
      if (caller) return caller;
    }
    const allowance = await limits.ofFailure(exchange.address);
    exchange.allowance = allowance;
    if (!allowance.allowed) throw tooManyFailures(allowance);
    throw unauthenticated(refusal);
  }

  return {
    recognise: ({ token }) => (token === null ? null : (introspections.cached(token) ?? null)),
    authenticate,
  };
}
