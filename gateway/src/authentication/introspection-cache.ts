import { unavailable } from '@linescope/contract/fault';
import { LRUCache } from 'lru-cache';
import { hashToken } from './bearer-token.ts';

/** What the gateway keeps of an introspected token. */
export interface Caller {
  tokenId: number;
  entityId: number;
  rateLimitPerMinute: number;
  /** Milliseconds since 1970; 0: never. */
  expiresAtMs: number;
  /** Origins whose pages may read what this caller is answered. */
  allowedOrigins: readonly string[];
  /** The signed principal; signed anew with each introspection, so it never comes near its own expiry. */
  principalHeader: string;
}

export interface IntrospectionCache {
  /** The caller, null for a token known to be invalid, undefined where identity must be asked. */
  cached(token: string): Caller | null | undefined;
  /** Whether the token was good not long ago: failures of others from its address do not keep it from being asked about. */
  wasGood(token: string): boolean;
  /** Asks identity, once for all concurrent requests with the same token. */
  introspect(token: string): Promise<Caller | null>;
  /** Drops what is cached of this token; an answer that is under way is discarded and asked for again. */
  invalidate(tokenHash: string): void;
  invalidateAll(): void;
}

const LIFETIME_MS = 10_000;
const LIMITS = { callers: 50_000, invalid: 20_000 };
const MAX_ATTEMPTS = 5;

interface Lookup {
  stale: boolean;
  answer: Promise<Caller | null>;
}

/** Valid and invalid tokens are cached apart, so that a flood of invented tokens evicts no valid one. */
export function createIntrospectionCache(
  introspect: (token: string) => Promise<Caller | null>,
  now: () => number = Date.now,
  limits = LIMITS,
): IntrospectionCache {
  // An entry expires when it is older than its ttl: at ten seconds it is gone.
  const expiry = { ttl: LIFETIME_MS - 1, ttlResolution: 0, perf: { now } };
  const callers = new LRUCache<string, Caller>({ max: limits.callers, ...expiry });
  const invalid = new LRUCache<string, true>({ max: limits.invalid, ...expiry });
  const good = new LRUCache<string, true>({ max: limits.callers });
  const lookups = new Map<string, Lookup>();

  async function lookUp(token: string, hash: string, lookup: Lookup): Promise<Caller | null> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      lookup.stale = false;
      const start = now();
      const caller = await introspect(token);
      // The token changed while identity was answering: the answer may be the old one.
      if (lookup.stale) continue;
      if (caller) good.set(hash, true);
      else good.delete(hash);
      if (caller) callers.set(hash, caller, { start, ttl: lifetimeOf(caller, start) });
      else invalid.set(hash, true, { start });
      return caller;
    }
    throw unavailable();
  }

  /** What is cached does not outlive the token. */
  const lifetimeOf = ({ expiresAtMs }: Caller, start: number): number =>
    expiresAtMs === 0 ? expiry.ttl : Math.max(1, Math.min(expiry.ttl, expiresAtMs - start));

  return {
    cached(token) {
      const hash = hashToken(token);
      return callers.get(hash) ?? (invalid.has(hash) ? null : undefined);
    },
    wasGood: (token) => good.has(hashToken(token)),
    introspect(token) {
      const hash = hashToken(token);
      const running = lookups.get(hash);
      if (running) return running.answer;
      const lookup: Lookup = { stale: false, answer: Promise.resolve(null) };
      lookups.set(hash, lookup);
      lookup.answer = lookUp(token, hash, lookup).finally(() => lookups.delete(hash));
      return lookup.answer;
    },
    invalidate(tokenHash) {
      callers.delete(tokenHash);
      invalid.delete(tokenHash);
      const lookup = lookups.get(tokenHash);
      if (lookup) lookup.stale = true;
    },
    invalidateAll() {
      callers.clear();
      invalid.clear();
      for (const lookup of lookups.values()) lookup.stale = true;
    },
  };
}
