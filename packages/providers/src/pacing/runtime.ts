import { setTimeout as delay } from 'node:timers/promises';
import { ProviderError } from '../errors.ts';
import { type EtagCache, etagCacheInMemory } from './etag-cache.ts';
import { type QuotaStore, quotaStoreInMemory } from './quota-store.ts';
import { type ReadingLimits, readingLimits, withinLimits } from './reading-limits.ts';
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
  /** Bounds of everything that is read with this runtime, which serves one purpose: an import, a provisioning. */
  limits: ReadingLimits;
  /** Aborted when the caller no longer waits: exchanges and waits end at once. */
  signal: AbortSignal | null;
  /** Tries of one request that meets 5xx, resets, timeouts or broken answers. */
  maxAttempts: number;
  /** Called once a connection's token has been refused, so that its owner can mark it. */
  onConnectionInvalid: (connectionId: string) => void;
  /** Called at each refusal for quota. */
  onQuotaExceeded: (connectionId: string, resumeAt: number) => void;
};

export type RuntimeOptions = Partial<Omit<Runtime, 'transport' | 'limits'>> & {
  limits?: Partial<ReadingLimits>;
  transport?: Transport;
  /** For hosts on the customer's own network; also permits plain http. */
  allowPrivateAddresses?: boolean;
  timeoutMs?: number;
  maxBytes?: number;
};

/** The world as it is, with what a caller wants otherwise. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  const { allowPrivateAddresses = false, timeoutMs = 30_000, maxBytes = 32 * 1024 * 1024, ...given } = options;
  const signal = given.signal ?? null;
  const limits = { ...readingLimits, ...given.limits };
  const transport = given.transport ?? createTransport({ allowPrivateAddresses, timeoutMs, maxBytes });
  return {
    now: Date.now,
    sleep: (ms) => sleepUnlessAborted(ms, signal),
    random: Math.random,
    quotas: given.quotas ?? quotaStoreInMemory(),
    etags: given.etags ?? etagCacheInMemory(),
    maxWaitMs: 90_000,
    urgent: false,
    maxAttempts: 4,
    onConnectionInvalid: () => {},
    onQuotaExceeded: () => {},
    ...given,
    signal,
    limits,
    transport: withinLimits(transport, limits, signal),
  };
}

async function sleepUnlessAborted(ms: number, signal: AbortSignal | null): Promise<void> {
  try {
    await delay(ms, undefined, signal ? { signal } : {});
  } catch {
    throw new ProviderError('reading_aborted', { internal: String(signal?.reason) });
  }
}
