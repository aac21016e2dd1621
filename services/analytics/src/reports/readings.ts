import type { Logger } from '@linescope/chassis/log/logger';
import { LRUCache } from 'lru-cache';

/** What is read, and of which entity. */
export interface Reading {
  what: string;
  entityId: number;
  /** The same after facts have changed it; what took long the last time is not waited for. */
  again: string;
}

/** Called with a reading that ends soon, as far as is known, and says whether it succeeded: one who waits for it needs no statement. */
export type Await = (reading: Promise<boolean>) => void;

const WARN_EVERY_MS = 60_000;

/** Planning a statement takes the engine about as long as a reading of a small organization. */
export const PATIENCE_MS = 250;
const MOST_KNOWN = 10_000;

/** Readings beside the statements that answer meanwhile, one at a time of a key. */
export function createReadings({ log, now }: { log: Pick<Logger, 'warn'>; now(): Date }) {
  const underWay = new Map<string, Promise<boolean>>();
  const took = new LRUCache<string, number>({ max: MOST_KNOWN });
  let warnedAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  /** The statement that answers meanwhile need not fail, so this is told; a store that is down would fill the log. */
  const warn = ({ what, entityId }: Reading, error: unknown): void => {
    const at = now().getTime();
    if (at - warnedAt < WARN_EVERY_MS) {
      unsaid += 1;
      return;
    }
    log.warn({ err: error, what, entityId, failuresUnsaid: unsaid }, 'reading rows into memory failed');
    warnedAt = at;
    unsaid = 0;
  };
  return {
    begin(key: string, reading: Reading, read: () => Promise<void>, wait: Await = () => {}): void {
      const isQuick = (took.get(reading.again) ?? 0) <= PATIENCE_MS;
      const known = underWay.get(key);
      const began = now().getTime();
      const started =
        known ??
        read()
          .then(
            () => true,
            (error: unknown) => {
              warn(reading, error);
              return false;
            },
          )
          .finally(() => {
            underWay.delete(key);
            took.set(reading.again, now().getTime() - began);
          });
      underWay.set(key, started);
      if (isQuick) wait(started);
    },
    /** Until nothing is being read. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay.values());
    },
  };
}

export type Readings = ReturnType<typeof createReadings>;
