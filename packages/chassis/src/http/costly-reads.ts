import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts';
import type { RequestContext, Route } from './route.ts';

export interface CostlyReadLimits extends FairQueueLimits {
  /** How many one token may have under way or waiting. */
  ofToken: number;
}

/** An entity's reads find others' statements beside them, but never all places taken by one entity. */
export const COSTLY_READS: CostlyReadLimits = {
  running: 24,
  runningOfKey: 8,
  waitingOfKey: 200,
  waitMs: 15_000,
  ofToken: 64,
};

const RETRY_SECONDS = 2;
const MAX_SEEN = 10_000;
const MAX_REST_MS = 2_000;

/** Lets a route's reads take turns with the other costly ones: fairly between entities, and within limits for each token. */
export function createCostlyReads({ ofToken, ...limits }: CostlyReadLimits) {
  const queue = createFairQueue('reports, lists and files', limits);
  const underWay = new Map<number, number>();
  /** When a read of each entity last began or ended. */
  const lastSeen = new Map<number, number>();
  const noteSeen = (entityId: number): void => {
    lastSeen.delete(entityId);
    lastSeen.set(entityId, performance.now());
    for (const oldest of lastSeen.keys()) {
      if (lastSeen.size <= MAX_SEEN) break;
      lastSeen.delete(oldest);
    }
  };

  async function countOfToken<T>({ tokenId }: Principal, work: () => Promise<T>): Promise<T> {
    const own = underWay.get(tokenId) ?? 0;
    if (own >= ofToken)
      throw new Fault(
        'response_rate_limited',
        `A token may ask for ${ofToken} reports, lists and files at a time. Try again in ${RETRY_SECONDS} s.`,
        { headers: { 'retry-after': String(RETRY_SECONDS) } },
      );
    underWay.set(tokenId, own + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(tokenId) ?? 1) - 1;
      if (left > 0) underWay.set(tokenId, left);
      else underWay.delete(tokenId);
    }
  }

  return {
    /**
     * Called between the parts of a long read that took so long: rests while others ask, so that it takes at most three quarters of
     * the time then, and not at all where it is alone.
     */
    async giveWay(entityId: number, tookMs: number, rest: (ms: number) => Promise<unknown> = pause): Promise<void> {
      const since = performance.now() - tookMs;
      const hasOthers = [...lastSeen].some(([id, at]) => id !== entityId && at >= since);
      await (hasOthers ? rest(Math.min(tookMs / 3, MAX_REST_MS)) : nextTurn());
    },
    limit: (route: Route): Route => ({
      ...route,
      handle: (input: never, context: RequestContext) =>
        countOfToken(context.principal, () =>
          queue.run(context.principal.entityId, async () => {
            // Whoever went away while waiting needs no answer.
            context.signal.throwIfAborted();
            noteSeen(context.principal.entityId);
            try {
              return await route.handle(input, context);
            } finally {
              noteSeen(context.principal.entityId);
            }
          }),
        ),
    }),
  };
}
