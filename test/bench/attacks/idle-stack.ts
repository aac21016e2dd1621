import { setTimeout as delay } from 'node:timers/promises';
import type { BenchStack } from '../../support/bench-stack.ts';
import { secondsByProcess } from '../import/processor-time.ts';

const LOOK_MS = 1_000;
/** A stack that nobody asks anything uses less of one core than this. */
const IDLE_SHARE = 0.12;
const IDLE_LOOKS = 4;

/** Until the stack's own processes do nothing: all queues are empty, all facts derived and merged. Seconds that took. */
export async function untilIdle(stack: BenchStack): Promise<number> {
  const began = performance.now();
  for (let looks = 0, before = usedBy(stack); looks < IDLE_LOOKS; ) {
    await delay(LOOK_MS);
    const now = usedBy(stack);
    looks = total(now) - total(before) < (IDLE_SHARE * LOOK_MS) / 1000 ? looks + 1 : 0;
    before = now;
  }
  return (performance.now() - began) / 1000;
}

export const usedBy = (stack: BenchStack): Map<string, number> => secondsByProcess(stack.pids());

const total = (used: Map<string, number>): number => [...used.values()].reduce((sum, one) => sum + one, 0);

/** Adds what each process used between the two looks. */
export function addUsed(sums: Map<string, number>, before: Map<string, number>, after: Map<string, number>): void {
  for (const [name, seconds] of after) {
    sums.set(name, (sums.get(name) ?? 0) + seconds - (before.get(name) ?? 0));
  }
}

/** The processes that used the processor most, as a text. */
export function mostUsed(used: Map<string, number>): string {
  return [...used]
    .filter(([, seconds]) => seconds >= 0.5)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ');
}
