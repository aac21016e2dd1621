/** What is kept of an answer, so that a 304 can be answered from it. */
export type CachedAnswer = { etag: string; body: string; headers: Record<string, string> };

/** Handed in: imports keep it beside the raw payloads. A key never holds a secret. */
export interface EtagCache {
  get(key: string): Promise<CachedAnswer | null>;
  set(key: string, answer: CachedAnswer): Promise<void>;
}

export function etagCacheInMemory(maxEntries = 1_000): EtagCache {
  const entries = new Map<string, CachedAnswer>();
  return {
    get: async (key) => entries.get(key) ?? null,
    set: async (key, answer) => {
      entries.delete(key);
      entries.set(key, answer);
      const oldest = entries.keys().next().value;
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
