import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey } from './client-address.ts';

/** What the caller may still do, as the `RateLimit-*` headers say it. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** How often a token was used at one gateway within a moment. */
export interface TokenUses {
  tokenId: number;
  limit: number;
  uses: number;
}

export interface RateLimits {
  /** Counts a request of a token; `limit` is the token's own, 0 for the deployment's. */
  ofToken(tokenId: number, limit: number): Promise<Allowance>;
  /** Counts a request with telemetry, of which a token may send more: many machines may share one. */
  ofTelemetry(tokenId: number): Promise<Allowance>;
  /** Counts a request to a path that needs no token. */
  ofOpenRequest(address: string): Promise<Allowance>;
  /** Reads, without counting, what is left of those. */
  openRequestsLeft(address: string): Promise<Allowance>;
  /** Counts a failed authentication. */
  ofFailure(address: string): Promise<Allowance>;
  /** Reads, without counting, whether the address may still try to authenticate. */
  failuresLeft(address: string): Promise<Allowance>;
  /** Uses of tokens here since the last call; and those of other gateways to add. */
  takeUses(): TokenUses[];
  addUses(uses: TokenUses[]): void;
}

const MINUTE_SECONDS = 60;

export function createRateLimits(settings: {
  RATE_LIMIT_PER_MINUTE: number;
  FAILED_AUTHENTICATIONS_PER_MINUTE: number;
  OPEN_REQUESTS_PER_MINUTE: number;
  OTLP_REQUESTS_PER_MINUTE: number;
}): RateLimits {
  const byLimit = new Map<number, RateLimiterMemory>();
  const failures = perMinute(settings.FAILED_AUTHENTICATIONS_PER_MINUTE);
  const telemetry = perMinute(settings.OTLP_REQUESTS_PER_MINUTE);
  const open = perMinute(settings.OPEN_REQUESTS_PER_MINUTE);
  let uses = new Map<number, TokenUses>();

  function limiterOf(limit: number): RateLimiterMemory {
    const known = byLimit.get(limit);
    if (known) return known;
    const fresh = perMinute(limit);
    byLimit.set(limit, fresh);
    return fresh;
  }

  return {
    ofToken(tokenId, given) {
      const limit = given > 0 ? given : settings.RATE_LIMIT_PER_MINUTE;
      const known = uses.get(tokenId);
      if (known) known.uses += 1;
      else uses.set(tokenId, { tokenId, limit, uses: 1 });
      return count(limiterOf(limit), String(tokenId));
    },
    ofTelemetry: (tokenId) => count(telemetry, String(tokenId)),
    ofOpenRequest: (address) => count(open, limitKey(address)),
    ofFailure: (address) => count(failures, limitKey(address)),
    openRequestsLeft: (address) => read(open, limitKey(address)),
    failuresLeft: (address) => read(failures, limitKey(address)),
    takeUses() {
      const taken = [...uses.values()];
      uses = new Map();
      return taken;
    },
    addUses(others) {
      for (const { tokenId, limit, uses: times } of others) void limiterOf(limit).penalty(String(tokenId), times);
    },
  };
}

const perMinute = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_SECONDS });

function count(limiter: RateLimiterMemory, key: string): Promise<Allowance> {
  const { points } = limiter;
  return limiter.consume(key).then(
    (state) => describe(points, state, true),
    (state: unknown) => {
      if (state instanceof RateLimiterRes) return describe(points, state, true);
      throw state;
    },
  );
}

async function read(limiter: RateLimiterMemory, key: string): Promise<Allowance> {
  const state = await limiter.get(key);
  return describe(limiter.points, state ?? new RateLimiterRes(limiter.points, MINUTE_SECONDS * 1000, 0), false);
}

/** When counted, the request that used the last point was still allowed. */
function describe(limit: number, state: RateLimiterRes, counted: boolean): Allowance {
  return {
    allowed: counted ? state.consumedPoints <= limit : state.consumedPoints < limit,
    limit,
    remaining: state.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  };
}
