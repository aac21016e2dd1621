import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchStack } from '../../support/bench-stack.ts';

/** The stack must be started with it: analytics says there when it has read a repo ahead. */
export const TOLD = { LOG_LEVEL: 'info' };

const LONGEST_MS = 300_000;
const POLL_MS = 250;

/** How many repos the service has read ahead so far. */
export async function countReadAhead({ dataDir }: BenchStack): Promise<number> {
  const log = await readFile(join(dataDir, 'logs', 'analytics.log'), 'utf8');
  return log.split('"msg":"repo read ahead"').length - 1;
}

/**
 * Waits until it has read ahead more than so many. Answers how many seconds that took; null where it took longer than is waited for.
 * The rate of queries would not tell: a busy machine reads ahead as slowly as an idle stack asks for other things.
 */
export async function untilReadAhead(stack: BenchStack, before: number): Promise<number | null> {
  const began = performance.now();
  while ((await countReadAhead(stack)) <= before) {
    if (performance.now() - began > LONGEST_MS) return null;
    await delay(POLL_MS);
  }
  return (performance.now() - began) / 1000;
}
