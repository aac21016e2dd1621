import { sortNumbers, touches } from './id-ranges.ts';
import { EMPTY_LANE, type FileState, type Lane, type Page } from './lane.ts';
import { ENDLESS, type LineOrigins } from './line-origins.ts';
import { commonEnd, commonStart, evenly, NO_RUNS, type Runs } from './runs.ts';
import type { WalkState } from './walk-state.ts';

/** The runs of all files on open lanes, but for those that the version on the lane before has too. */
function* livingRuns(lanes: Iterable<Lane>): Generator<Runs> {
  const pages = new Set<Page>();
  const files = new Set<FileState>();
  let before: Lane = EMPTY_LANE;
  for (const lane of lanes) {
    for (const [number, page] of lane.pages.entries()) {
      if (page === undefined || pages.has(page)) continue;
      pages.add(page);
      for (const [place, file] of page.entries()) {
        const was = before.pages[number]?.[place];
        if (file === undefined || file === was || files.has(file)) continue;
        files.add(file);
        yield ownRuns(file.runs, was?.runs ?? NO_RUNS);
      }
    }
    before = lane;
  }
}

function ownRuns(runs: Runs, old: Runs): Runs {
  const first = evenly(commonStart(runs, old));
  return runs.subarray(first, runs.length - evenly(commonEnd(runs, old, first)));
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
  for (const runs of livingRuns(lanes)) {
    for (let index = 0; index < runs.length; index += 2) {
      const id = runs[index + 1] ?? 0;
      const length = runs[index] ?? 0;
      // An endless run holds the numbers of its own file only.
      union.add(id, Number.isFinite(length) ? id + length : origins.firstAt(origins.entryOf(id)) + ENDLESS);
    }
  }
  return union.ranges();
}

/** Lets go of everything that belongs to lines that stand nowhere any more. */
export function forgetTheDead(state: WalkState): void {
  const ranges = livingRanges(state.lanes.values(), state.origins);
  for (const index of [state.blocks, state.definitions]) {
    index.keep((id, span) => touches(ranges, id, id + 1) && touches(ranges, id + span - 1, id + span));
  }
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
