import { LRUCache } from 'lru-cache';
import { SCOPE_TTL_MS } from './recent-scopes.ts';

const MAX_ENTITIES = 1_000;

/** Reads something of an entity at most once a second: the answers of one page are about the same. What failed is read again. */
export function briefly<Read>(read: (entityId: number) => Promise<Read>, now: () => Date) {
  const cache = new LRUCache<number, Promise<Read>>({
    max: MAX_ENTITIES,
    ttl: SCOPE_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  return (entityId: number): Promise<Read> => {
    const known = cache.get(entityId);
    if (known) return known;
    const reading = read(entityId);
    reading.catch(() => cache.delete(entityId));
    cache.set(entityId, reading);
    return reading;
  };
}
