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

/** Lets a route's reads take turns with the other costly ones: fairly between entities, and within limits for each token. */
export function createCostlyReads({ ofToken, ...limits }: CostlyReadLimits) {
  const queue = createFairQueue('reports, lists and files', limits);
  const underWay = new Map<number, number>();

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
    limit: (route: Route): Route => ({
      ...route,
      handle: (input: never, context: RequestContext) =>
        countOfToken(context.principal, () =>
          queue.run(context.principal.entityId, async () => {
            // Whoever went away while waiting needs no answer.
            context.signal.throwIfAborted();
            return route.handle(input, context);
          }),
        ),
    }),
  };
}
