import { createHash } from 'node:crypto';

export interface ResultCache<T> {
  /** What is kept under the key, else what `work` gives; callers at the same time share one piece of work. */
  of(key: string, work: () => Promise<T>): Promise<T>;
}

/** How much is kept, by count and by weight; the least lately used goes first. */
export interface Room<T> {
  entries: number;
  weight: number;
  weigh(result: T): number;
}

/**
 * Answers by their whole question, the stamp of the newest fact included: a new fact is a new key, so nothing is ever
 * stale and nothing need be thrown away but for room. Each replica keeps its own.
 */
export function createResultCache<T>(room: Room<T>): ResultCache<T> {
  const kept = new Map<string, { result: T; weight: number }>();
  const underWay = new Map<string, Promise<T>>();
  let weighs = 0;

  function keep(key: string, result: T): void {
    const weight = room.weigh(result) + 1;
    if (weight > room.weight / 10) return;
    kept.set(key, { result, weight });
    weighs += weight;
    for (const [oldest, { weight: freed }] of kept) {
      if (kept.size <= room.entries && weighs <= room.weight) break;
      kept.delete(oldest);
      weighs -= freed;
    }
  }

  return {
    of(question, work) {
      const key = createHash('sha256').update(question).digest('base64');
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return Promise.resolve(known.result);
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
