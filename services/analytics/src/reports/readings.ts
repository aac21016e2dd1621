import type { Logger } from '@linescope/chassis/log/logger';

/** What is read, and of which entity. */
export interface Reading {
  what: string;
  entityId: number;
}

const WARN_EVERY_MS = 60_000;

/** Readings that nobody waits for, one at a time of a key. */
export function createReadings({ log, now }: { log: Pick<Logger, 'warn'>; now(): Date }) {
  const underWay = new Map<string, Promise<void>>();
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
    begin(key: string, reading: Reading, read: () => Promise<void>): void {
      if (underWay.has(key)) return;
      const started = read()
        .catch((error: unknown) => warn(reading, error))
        .finally(() => underWay.delete(key));
      underWay.set(key, started);
    },
    /** Until nothing is being read. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay.values());
    },
  };
}

export type Readings = ReturnType<typeof createReadings>;
