import { statfsSync } from 'node:fs';
import { unavailable } from '@linescope/contract/fault';
import type { ProcessConfig } from '../config/settings.ts';
import type { Logger } from '../log/logger.ts';
import { createGauge, type Metrics } from '../metrics/metrics.ts';

/** Whether the disk that the stores write to has room, where this unit can see it. */
export interface FreeSpace {
  isLow(): boolean;
}

const LOOK_EVERY_MS = 1_000;
export const RETRY_AFTER_SECONDS = 60;

/** Stores that meet a full disk stop, or hang; so writes are refused while there is still room for what is under way. */
export const diskIsFull = (cause?: unknown) =>
  unavailable('The disk is full. Nothing can be recorded until there is space again.', cause, RETRY_AFTER_SECONDS);

export function watchFreeSpace(
  { STORAGE_DIR, MIN_FREE_BYTES }: Pick<ProcessConfig, 'STORAGE_DIR' | 'MIN_FREE_BYTES'>,
  log: Logger,
  freeBytes: (folder: string) => number = freeBytesOf,
): FreeSpace {
  if (STORAGE_DIR === undefined || MIN_FREE_BYTES === 0) return { isLow: () => false };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let low = false;
  return {
    isLow() {
      if (performance.now() - lookedAt < LOOK_EVERY_MS) return low;
      lookedAt = performance.now();
      const free = freeBytes(STORAGE_DIR);
      const wasLow = low;
      low = free < MIN_FREE_BYTES;
      const figures = { folder: STORAGE_DIR, freeBytes: free, minFreeBytes: MIN_FREE_BYTES };
      if (low && !wasLow)
        log.error(figures, 'the disk is nearly full (MIN_FREE_BYTES), writes are refused until there is space');
      if (!low && wasLow) log.warn(figures, 'the disk has space again, writes are taken');
      return low;
    },
  };
}

export const measureFreeSpace = ({ STORAGE_DIR }: Pick<ProcessConfig, 'STORAGE_DIR'>, { registry }: Metrics): void =>
  createGauge(registry, {
    name: 'linescope_storage_free_bytes',
    help: 'What is free on the disk of STORAGE_DIR.',
    labelNames: [],
    measure: async () => (STORAGE_DIR === undefined ? [] : [{ labels: {}, value: freeBytesOf(STORAGE_DIR) }]),
  });

export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Whatever a store says when its disk has no space left. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return ['53100', 'ENOSPC', '243'].includes(code) || /No space left on device|not enough space/i.test(error.message);
}
