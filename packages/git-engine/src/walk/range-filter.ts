import type { IdRanges } from './id-ranges.ts';

const BUCKET_BITS = 6;
const BUCKETS = 2 ** 16;
/** Of a longer run it is not asked bucket by bucket. */
const MOST_LINES = 4 * 2 ** BUCKET_BITS;

/**
 * Says of most numbers that are in none of some ranges that they are not, without a search: numbers share marks, so that it may take
 * one for another, and never misses one. Ranges are unmarked when they have been asked about.
 */
export class RangeFilter {
  readonly #marks = new Uint8Array(BUCKETS);

  mark(ranges: IdRanges): void {
    this.#set(ranges, 1);
  }

  unmark(ranges: IdRanges): void {
    this.#set(ranges, 0);
  }

  mayTouch(start: number, end: number): boolean {
    if (end - start > MOST_LINES) return true;
    const last = bucketOf(end - 1);
    for (let bucket = bucketOf(start); ; bucket = (bucket + 1) % BUCKETS) {
      if (this.#marks[bucket] === 1) return true;
      if (bucket === last) return false;
    }
  }

  #set(ranges: IdRanges, mark: 0 | 1): void {
    for (let index = 0; index < ranges.length; index += 2) {
      const start = ranges[index] ?? 0;
      const end = ranges[index + 1] ?? 0;
      if (end - start >= BUCKETS * 2 ** BUCKET_BITS) {
        this.#marks.fill(mark);
        continue;
      }
      const last = bucketOf(end - 1);
      for (let bucket = bucketOf(start); ; bucket = (bucket + 1) % BUCKETS) {
        this.#marks[bucket] = mark;
        if (bucket === last) break;
      }
    }
  }
}

/** Numbers go beyond 32 bits; `>>>` keeps the low ones. */
const bucketOf = (id: number): number => (id >>> BUCKET_BITS) % BUCKETS;
