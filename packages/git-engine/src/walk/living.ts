import { firstBehind, sortNumbers, touches } from './id-ranges.ts';
import { EMPTY_LANE, type Lane, PAGE, type Page } from './lane.ts';
import { ENDLESS, type LineOrigins } from './line-origins.ts';
import { NO_RUNS, type Runs } from './runs.ts';
import { eachUnshared, passOver, type Stretch } from './unshared-runs.ts';
import type { WalkState } from './walk-state.ts';

/** Told of the runs of all files on open lanes, but for those that the version on the lane before has too. */
function eachLiving(lanes: Iterable<Lane>, told: Stretch): void {
  const pages = new Set<Page>();
  const versions = new Set<Runs>();
  let before: Lane = EMPTY_LANE;
  for (const lane of lanes) {
    for (const [number, page] of lane.pages.entries()) {
      const pageBefore = before.pages[number];
      if (page === undefined || page === pageBefore || pages.has(page)) continue;
      pages.add(page);
      for (let place = 0; place < PAGE; place++) {
        const runs = page[place]?.runs;
        const was = pageBefore?.[place]?.runs ?? NO_RUNS;
        if (runs === undefined || runs === was || versions.has(runs)) continue;
        versions.add(runs);
        eachUnshared(runs, was, told, passOver);
      }
    }
    before = lane;
  }
}

/** Sorting costs more than memory: most histories are sorted once, long ones a few times. */
const CAPACITY = 256 * 1024;
const GROWTH = 4;

/**
 * A union of ranges. Versions of a file share most of their lines, so ranges are gathered and, whenever the buffer is
 * full, made disjoint. Starts and ends are sorted each by themselves: where as many have ended as started before, the
 * union has a gap.
 */
class RangeUnion {
  #starts = new Float64Array(CAPACITY);
  #ends = new Float64Array(CAPACITY);
  #size = 0;

  add(start: number, end: number): void {
    if (this.#size === this.#starts.length) this.#settle();
    this.#starts[this.#size] = start;
    this.#ends[this.#size++] = end;
  }

  /** Sorted and disjoint: `[start, end, start, end, …]`. */
  ranges(): Float64Array {
    this.#settle();
    const ranges = new Float64Array(2 * this.#size);
    for (let index = 0; index < this.#size; index++) {
      ranges[2 * index] = this.#starts[index] ?? 0;
      ranges[2 * index + 1] = this.#ends[index] ?? 0;
    }
    return ranges;
  }

  #settle(): void {
    const starts = this.#starts.subarray(0, this.#size);
    const ends = this.#ends.subarray(0, this.#size);
    sortNumbers(starts);
    sortNumbers(ends);
    let open = -1;
    for (let next = 0; next < starts.length; next++) {
      const start = starts[next] ?? 0;
      const isGap = next === 0 || (ends[next - 1] ?? 0) < start;
      if (isGap) starts[++open] = start;
      ends[open] = ends[next] ?? 0;
    }
    this.#size = open + 1;
    if (2 * this.#size < this.#starts.length) return;
    this.#starts = widened(this.#starts);
    this.#ends = widened(this.#ends);
  }
}

function widened(column: Float64Array): Float64Array<ArrayBuffer> {
  const wide = new Float64Array(GROWTH * column.length);
  wide.set(column);
  return wide;
}

/** The numbers of living lines as sorted, disjoint ranges. */
export function livingRanges(lanes: Iterable<Lane>, origins: LineOrigins): Float64Array {
  const union = new RangeUnion();
  eachLiving(lanes, (runs, from, to) => {
    for (let index = from; index < to; index += 2) {
      const id = runs[index + 1] ?? 0;
      const length = runs[index] ?? 0;
      // An endless run holds the numbers of its own file only.
      union.add(id, Number.isFinite(length) ? id + length : origins.firstAt(origins.entryOf(id)) + ENDLESS);
    }
  });
  return union.ranges();
}

/** Whether two lines live, of which mostly one range holds both. */
function areLiving(ranges: Float64Array, first: number, last: number): boolean {
  const at = firstBehind(ranges, first);
  if ((ranges[2 * at] ?? Number.POSITIVE_INFINITY) > first) return false;
  return last < (ranges[2 * at + 1] ?? 0) || touches(ranges, last, last + 1);
}

/** Lets go of everything that belongs to lines that stand nowhere any more. */
export function forgetTheDead(state: WalkState): void {
  const ranges = livingRanges(state.lanes.values(), state.origins);
  for (const index of [state.blocks, state.definitions]) index.keep((id, span) => areLiving(ranges, id, id + span - 1));
  const { origins, roots, kept } = state;
  roots.keep((first, end) => touches(ranges, first, end));
  kept.keep((start, end) => touches(ranges, start, end));
  const rooted = new Set<number>();
  for (let entry = 0; entry < roots.size; entry++) {
    const last = origins.entryOf(roots.rootAt(entry) + roots.lengthAt(entry) - 1);
    for (let origin = origins.entryOf(roots.rootAt(entry)); origin <= last; origin++) rooted.add(origin);
  }
  const ends = (entry: number) => (entry + 1 < origins.size ? origins.firstAt(entry + 1) : origins.next);
  origins.keep((entry) => rooted.has(entry) || touches(ranges, origins.firstAt(entry), ends(entry)));
}
