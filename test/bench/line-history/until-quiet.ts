import { setTimeout as delay } from 'node:timers/promises';
import type { BenchStack } from '../../support/bench-stack.ts';

/** Queries in two seconds that count as none. */
const FEW = 4;
const ROUND_MS = 2000;
const MOST_ROUNDS = 45;

/**
 * Waits until the service has read the repo ahead: hardly a query in two seconds, whatever else the stack asks now and then. Answers how
 * many seconds that took; null where it was not quiet in time.
 */
export async function untilQuiet(stack: BenchStack): Promise<number | null> {
  const began = performance.now();
  let before = await stack.queries();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await delay(ROUND_MS);
    const now = await stack.queries();
    if (now - before <= FEW) return (performance.now() - began - ROUND_MS) / 1000;
    before = now;
  }
  return null;
}
