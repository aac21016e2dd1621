import type { Context } from '../context.ts';
import { type ImportProgress, progress, releaseLease } from './imports.ts';

const LEASE_SECONDS = 60;
const RENEW_MS = 15_000;

/** The right to work on an import: renewed while work goes on, and the only way to write its progress. */
export interface Lease {
  write(change: ImportProgress): Promise<void>;
  /** Aborted when another worker took over: whatever runs must stop. */
  signal: AbortSignal;
  release(): Promise<void>;
}

export const leaseSeconds = LEASE_SECONDS;

export function holdLease(context: Context, held: { id: number; lease_token: number }, stop: AbortSignal): Lease {
  const lease = { id: held.id, token: held.lease_token };
  const lost = new AbortController();
  const write: Lease['write'] = async (change) => {
    try {
      await progress(context.postgres, lease, change, LEASE_SECONDS);
    } catch (error) {
      if (error instanceof Error && error.name === 'LeaseLost') lost.abort(error);
      throw error;
    }
  };
  const renewal = setInterval(() => {
    write({}).catch((err: unknown) => context.log.warn({ err, importId: held.id }, 'lease not renewed'));
  }, RENEW_MS);
  return {
    write,
    signal: AbortSignal.any([stop, lost.signal]),
    release: async () => {
      clearInterval(renewal);
      await releaseLease(context.postgres, lease);
    },
  };
}
