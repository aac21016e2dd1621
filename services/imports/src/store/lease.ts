import { setInterval as every } from 'node:timers/promises';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { type ImportProgress, LeaseLost, releaseLease, saveProgress } from './imports.ts';

export const LEASE_SECONDS = 60;
const RENEW_MS = 15_000;

/** The right to work on an import: renewed while work goes on, and the only way to write its progress. */
export interface Lease {
  write(change: ImportProgress): Promise<void>;
  /** Aborted when another worker took over: whatever runs must stop. */
  signal: AbortSignal;
  release(): Promise<void>;
}

export function holdLease(
  { postgres, log }: { postgres: Postgres; log: Logger },
  { id, lease_token: token }: { id: number; lease_token: number },
  stop: AbortSignal,
): Lease {
  const lost = new AbortController();
  const released = new AbortController();
  const write: Lease['write'] = async (change) => {
    try {
      await saveProgress(postgres, { id, token }, change, LEASE_SECONDS);
    } catch (error) {
      if (error instanceof LeaseLost) lost.abort(error);
      throw error;
    }
  };
  const renew = async () => {
    for await (const _ of every(RENEW_MS, undefined, { signal: released.signal })) {
      await write({}).catch((err: unknown) =>
        log.warn({ err, importId: id }, `renewing the lease of an import failed, retrying in ${RENEW_MS / 1000} s`),
      );
    }
  };
  const renewing = renew().catch(() => {}); // ends by the abort when the lease is released
  return {
    write,
    signal: AbortSignal.any([stop, lost.signal]),
    async release() {
      released.abort();
      await renewing;
      await releaseLease(postgres, { id, token });
    },
  };
}
