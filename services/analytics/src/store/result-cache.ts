import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface ResultCache<T> {
  /** The result stored under the key, else that of `load`; concurrent callers share one load. */
  getOrLoad(key: string, load: () => Promise<T>): Promise<T>;
}

export interface CacheLimits<T> {
  entries: number;
  /** Of all entries together. */
  weight: number;
  /** An entry of more than that is not stored: a tenth of all, unless given. */
  mostOfOne?: number;
  weigh(result: T): number;
}

/**
 * Results by a key that includes the entity's stamp: a newly stored row means a new key, so no entry is ever stale and none
 * needs invalidation. Each replica has its own cache.
 */
export function createResultCache<T>({
  entries,
  weight,
  mostOfOne = weight / 10,
  weigh,
}: CacheLimits<T>): ResultCache<T> {
  const results = new LRUCache<string, { result: T }>({
    max: entries,
    maxSize: weight,
    maxEntrySize: mostOfOne,
    sizeCalculation: ({ result }) => weigh(result) + 1,
  });
  const loading = new Map<string, Promise<T>>();
  return {
    getOrLoad(key, load) {
      const hash = createHash('sha256').update(key).digest('base64');
      const known = results.get(hash);
      if (known) return Promise.resolve(known.result);
      const running = loading.get(hash);
      if (running) return running;
      const started = load()
        .then((result) => {
          results.set(hash, { result });
          return result;
        })
        .finally(() => loading.delete(hash));
      loading.set(hash, started);
      return started;
    },
  };
}
