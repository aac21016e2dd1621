import { createHash } from 'node:crypto';

const KEPT_ENTRIES = 2_000;
const KEPT_ROWS = 200_000;

export interface ResultCache<T> {
  /** What is kept under the key, else what `work` gives; callers at the same time share one piece of work. */
  of(key: string, work: () => Promise<T[]>): Promise<T[]>;
}

/**
 * Answers by their whole question, the stamp of the newest fact included: a new fact is a new key, so nothing is ever
 * stale and nothing need be thrown away but for room. Each replica keeps its own.
 */
export function createResultCache<T>(): ResultCache<T> {
  const kept = new Map<string, T[]>();
  const underWay = new Map<string, Promise<T[]>>();
  let rows = 0;

  function keep(key: string, result: T[]): void {
    if (result.length > KEPT_ROWS / 10) return;
    kept.set(key, result);
    rows += result.length + 1;
    for (const [oldest, { length }] of kept) {
      if (kept.size <= KEPT_ENTRIES && rows <= KEPT_ROWS) break;
      kept.delete(oldest);
      rows -= length + 1;
    }
  }

  return {
    of(question, work) {
      const key = createHash('sha256').update(question).digest('base64');
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return Promise.resolve(known);
      }
      const running = underWay.get(key);
      if (running) return running;
      const started = work()
        .then((result) => {
          keep(key, result);
          return result;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
  };
}
