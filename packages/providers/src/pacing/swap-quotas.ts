import { z } from 'zod';
import type { QuotaState } from './quota.ts';
import type { QuotaStore } from './quota-store.ts';

export const quotaStateSchema: z.ZodType<QuotaState> = z.object({
  limit: z.number(),
  remaining: z.number(),
  resetAt: z.number(),
  windowMs: z.number(),
  nextAt: z.number(),
  blockedUntil: z.number(),
});

export interface KeptQuota {
  key: string;
  state: QuotaState | null;
  /** 0: nothing is kept yet. */
  version: number;
}

/** Where states are kept by version. */
export interface QuotaShelf {
  read(keys: readonly string[]): Promise<readonly KeptQuota[]>;
  /** Puts the state in place of that version; answers what is there now, which is another's where `swapped` is false. */
  swap(given: KeptQuota): Promise<{ swapped: boolean; now: KeptQuota }>;
  /** A failure in which work goes on by what was known last: the host's own answers correct it. */
  isAway?(error: unknown): boolean;
}

/** Budgets that many share: whoever was overtaken decides again by what is there. */
export function swapQuotas(shelf: QuotaShelf): QuotaStore {
  const known = new Map<string, KeptQuota>();
  const unlessAway = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (shelf.isAway?.(error)) return null;
      throw error;
    }
  };
  return {
    async read(keys) {
      const kept = await unlessAway(() => shelf.read(keys));
      if (kept) {
        for (const key of keys) known.set(key, { key, state: null, version: 0 });
        for (const quota of kept) known.set(quota.key, quota);
      }
      return new Map(
        keys.flatMap((key) => {
          const state = known.get(key)?.state;
          return state ? [[key, state] as const] : [];
        }),
      );
    },
    async update(key, change) {
      for (;;) {
        const held = known.get(key) ?? { key, state: null, version: 0 };
        const result = change(held.state);
        const given = { key, state: result.state, version: held.version };
        const answer = await unlessAway(() => shelf.swap(given));
        known.set(key, answer?.now ?? given);
        if (!answer || answer.swapped) return result;
      }
    },
  };
}
