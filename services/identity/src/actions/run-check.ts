import { createFairQueue } from '@linescope/chassis/http/fair-queue';

const DEADLINE_MS = 25_000;

/** A host may take its time, and its owner may ask again and again: one entity has one check under way. */
const checks = createFairQueue('checks of code hosts and trackers', {
  running: 8,
  runningOfKey: 1,
  waitingOfKey: 5,
  waitMs: 8_000,
});

/** Asks a code host or tracker while somebody waits for what it says; `entityId`: of whoever asks. */
export const runCheck = <T>(entityId: number, check: (deadline: AbortSignal) => Promise<T>): Promise<T> =>
  checks.run(entityId, () => check(AbortSignal.timeout(DEADLINE_MS)));
