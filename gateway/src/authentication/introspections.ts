import { unavailable } from '@linescope/contract/fault';
import { hashToken } from './bearer-token.ts';
import { createExpiringMap } from './expiring-map.ts';

/** What the gateway keeps of an introspected token. */
export interface Caller {
  tokenId: number;
  rateLimitPerMinute: number;
  /** The signed principal; signed anew with each introspection, so it never comes near its own expiry. */
  principalHeader: string;
}

export interface Introspections {
  /** The caller, null for a token known to be no good, undefined where identity must be asked. */
  known(token: string): Caller | null | undefined;
  /** Asks identity, once for all who ask for the same token at the same time. */
  ask(token: string): Promise<Caller | null>;
  /** What was learned of this token, or is being learned now, no longer counts. */
  forget(tokenHash: string): void;
  forgetAll(): void;
}

const LIFETIME_MS = 10_000;
const CALLERS_LIMIT = 50_000;
const STRANGERS_LIMIT = 20_000;
const MAX_ATTEMPTS = 5;

interface Lookup {
  stale: boolean;
  answer: Promise<Caller | null>;
}

/** Callers and strangers are kept apart, so that a flood of invented tokens pushes out no good one. */
export function createIntrospections(
  introspect: (token: string) => Promise<Caller | null>,
  now: () => number = Date.now,
): Introspections {
  const callers = createExpiringMap<Caller>(CALLERS_LIMIT, now);
  const strangers = createExpiringMap<null>(STRANGERS_LIMIT, now);
  const lookups = new Map<string, Lookup>();

  async function lookUp(token: string, hash: string, lookup: Lookup): Promise<Caller | null> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      lookup.stale = false;
      const expiresAt = now() + LIFETIME_MS;
      const caller = await introspect(token);
      // The token changed while identity was answering: the answer may be the old one.
      if (lookup.stale) continue;
      if (caller) callers.set(hash, caller, expiresAt);
      else strangers.set(hash, null, expiresAt);
      return caller;
    }
    throw unavailable();
  }

  return {
    known(token) {
      const hash = hashToken(token);
      return callers.get(hash) ?? strangers.get(hash);
    },
    ask(token) {
      const hash = hashToken(token);
      const running = lookups.get(hash);
      if (running) return running.answer;
      const lookup: Lookup = { stale: false, answer: Promise.resolve(null) };
      lookups.set(hash, lookup);
      lookup.answer = lookUp(token, hash, lookup).finally(() => lookups.delete(hash));
      return lookup.answer;
    },
    forget(tokenHash) {
      callers.delete(tokenHash);
      strangers.delete(tokenHash);
      const lookup = lookups.get(tokenHash);
      if (lookup) lookup.stale = true;
    },
    forgetAll() {
      callers.clear();
      strangers.clear();
      for (const lookup of lookups.values()) lookup.stale = true;
    },
  };
}
