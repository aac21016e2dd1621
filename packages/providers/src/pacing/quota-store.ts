import type { QuotaState } from './quota.ts';

/**
 * Where budgets live. Identity keeps them (`swap-quotas.ts`), so that whoever asks with a connection shares its budget, and a
 * restart keeps it; `update` must be atomic for its key.
 */
export interface QuotaStore {
  read(keys: readonly string[]): Promise<ReadonlyMap<string, QuotaState>>;
  update(
    key: string,
    change: (state: QuotaState | null) => { state: QuotaState; granted: boolean },
  ): Promise<{ state: QuotaState; granted: boolean }>;
}

/** For one process: whoAmI during a request, and tests. */
export function quotaStoreInMemory(): QuotaStore {
  const states = new Map<string, QuotaState>();
  return {
    read: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const state = states.get(key);
          return state ? [[key, state] as const] : [];
        }),
      ),
    update: async (key, change) => {
      const result = change(states.get(key) ?? null);
      states.set(key, result.state);
      return result;
    },
  };
}
