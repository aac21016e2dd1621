import { LRUCache } from 'lru-cache';
import { SCOPE_TTL_MS } from './recent-scopes.ts';

/** Past this age an answer is still used, and read again for the next request. */
const RENEWED_MS = SCOPE_TTL_MS / 2;

interface RecentRead<Read> {
  /** When it was begun: the answer is about no earlier moment. */
  begunAt: number;
  answer: Promise<Read>;
  /** Read again, in the background. */
  renewal: RecentRead<Read> | null;
}

/**
 * Answers that are at most a second old. Whoever asks again within it waits for none of them, since one in the second half of its
 * time is read again in the background. What failed is read again by the next request.
 */
export function createRecentReads<Key extends string | number, Read>(max: number, now: () => Date) {
  const cache = new LRUCache<Key, RecentRead<Read>>({ max });

  function begin(key: Key, read: () => Promise<Read>): RecentRead<Read> {
    const begun: RecentRead<Read> = { begunAt: now().getTime(), answer: read(), renewal: null };
    begun.answer.catch(() => cache.peek(key) === begun && cache.delete(key));
    return begun;
  }

  function renew(key: Key, known: RecentRead<Read>, read: () => Promise<Read>): void {
    if (known.renewal) return;
    const renewal = begin(key, read);
    known.renewal = renewal;
    renewal.answer.then(
      () => cache.peek(key) === known && cache.set(key, renewal),
      () => cache.peek(key) === known && cache.delete(key),
    );
  }

  return (key: Key, read: () => Promise<Read>): Promise<Read> => {
    const known = cache.get(key);
    const ageOf = ({ begunAt }: RecentRead<Read>) => now().getTime() - begunAt;
    if (known && ageOf(known) < SCOPE_TTL_MS) {
      // Once the request that noticed it has its answer.
      if (ageOf(known) >= RENEWED_MS && !known.renewal) setImmediate(renew, key, known, read);
      return known.answer;
    }
    if (known?.renewal && ageOf(known.renewal) < SCOPE_TTL_MS) return known.renewal.answer;
    const begun = begin(key, read);
    cache.set(key, begun);
    return begun.answer;
  };
}
