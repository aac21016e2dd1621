import { setInterval as every } from 'node:timers/promises';
import type { Logger } from '@linescope/chassis/log/logger';
import type { Postgres, Transaction } from '@linescope/chassis/postgres/postgres';
import { type Import, type ImportProgress, LeaseLost, releaseLease, saveProgress } from './imports.ts';

export const LEASE_SECONDS = 60;
const RENEW_MS = 15_000;

/** The right to work on an import: renewed while work goes on, and the only way to write its progress. */
export interface Lease {
  /** What is done `beside` is done in the same transaction. */
  write(change: ImportProgress, beside?: (tx: Transaction) => Promise<void>): Promise<void>;
  /** Aborted when another worker took over: whatever runs must stop. */
  signal: AbortSignal;
  release(): Promise<void>;
}

export interface LeaseContext {
  postgres: Postgres;
  log: Logger;
  /** The import's state was changed in this transaction. */
  onChange(tx: Transaction, importId: number): Promise<void>;
}

export function holdLease(
  { postgres, log, onChange }: LeaseContext,
  { id, lease_token: token, ...leased }: Pick<Import, 'id' | 'lease_token' | 'import_status' | 'error_detail'>,
  stop: AbortSignal,
): Lease {
  const lost = new AbortController();
  const released = new AbortController();
  let { import_status: status, error_detail: detail } = leased;
  const save = async (change: ImportProgress, beside?: (tx: Transaction) => Promise<void>): Promise<void> => {
    const { import_status: nextStatus = status, error_detail: nextDetail = detail } = change;
    if (nextStatus === status && nextDetail === detail && !beside)
      return saveProgress(postgres, { id, token }, change, LEASE_SECONDS);
    await postgres.transaction(async (tx) => {
      await saveProgress(tx, { id, token }, change, LEASE_SECONDS);
      await beside?.(tx);
      await onChange(tx, id);
    });
    [status, detail] = [nextStatus, nextDetail];
  };
  const write: Lease['write'] = async (change, beside) => {
    try {
      await save(change, beside);
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
