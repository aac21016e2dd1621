import { setTimeout as delay } from 'node:timers/promises';
import { type EtagCache, etagCacheInMemory } from './etag-cache.ts';
import { type QuotaStore, quotaStoreInMemory } from './quota-store.ts';
import { createTransport, type Transport } from './transport.ts';

/** Everything an adapter needs of the world, handed in: time, chance, memory and the network. */
export type Runtime = {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
  random: () => number;
  transport: Transport;
  quotas: QuotaStore;
  etags: EtagCache;
  /** A wait longer than this is thrown as quota_exhausted, so that the caller can pause and say so. */
  maxWaitMs: number;
  /** Somebody waits for the answer: calls are paid for, and not spaced over the window. */
  urgent: boolean;
  /** Tries of one request that meets 5xx, resets, timeouts or broken answers. */
  maxAttempts: number;
  /** Called once a connection's token has been refused, so that its owner can mark it. */
  onConnectionInvalid: (connectionId: string) => void;
  /** Called at each refusal for quota. */
  onQuotaExceeded: (connectionId: string, resumeAt: number) => void;
};

export type RuntimeOptions = Partial<Omit<Runtime, 'transport'>> & {
  transport?: Transport;
  /** For hosts on the customer's own network; also permits plain http. */
  allowPrivateAddresses?: boolean;
  timeoutMs?: number;
  maxBytes?: number;
};

/** The world as it is, with what a caller wants otherwise. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  const { allowPrivateAddresses = false, timeoutMs = 30_000, maxBytes = 32 * 1024 * 1024, ...given } = options;
  return {
    now: Date.now,
    sleep: delay,
    random: Math.random,
    transport: given.transport ?? createTransport({ allowPrivateAddresses, timeoutMs, maxBytes }),
    quotas: given.quotas ?? quotaStoreInMemory(),
    etags: given.etags ?? etagCacheInMemory(),
    maxWaitMs: 90_000,
    urgent: false,
    maxAttempts: 4,
    onConnectionInvalid: () => {},
    onQuotaExceeded: () => {},
    ...given,
  };
}
