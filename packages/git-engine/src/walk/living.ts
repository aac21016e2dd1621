import type { FileState, Lane, Page } from './lane.ts';
import { ENDLESS, type LineOrigins } from './line-origins.ts';
import type { WalkState } from './walk-state.ts';

/** The versions of files that stand on any open lane, each once. */
export function livingFiles(lanes: Iterable<Lane>): Set<FileState> {
  const pages = new Set<Page>();
  const files = new Set<FileState>();
  for (const lane of lanes) {
    for (const page of lane.pages) {
      if (page === undefined || pages.has(page)) continue;
      pages.add(page);
      for (const file of page) if (file !== undefined) files.add(file);
    }
  }
  return files;
}

/**
 * The numbers of living lines as sorted, disjoint ranges `[start, end, start, end, …]`. Starts and ends are sorted each by
 * themselves: where as many have ended as started before, the union has a gap.
 */
export function livingRanges(files: ReadonlySet<FileState>, origins: LineOrigins): Float64Array {
  let count = 0;
  for (const { runs } of files) count += runs.length / 2;
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  let filled = 0;
  for (const { runs } of files) {
    for (let index = 0; index < runs.length; index += 2) {
      const id = runs[index + 1] ?? 0;
      const length = runs[index] ?? 0;
      starts[filled] = id;
      // An endless run holds the numbers of its own file only.
      ends[filled++] = Number.isFinite(length) ? id + length : origins.firstAt(origins.entryOf(id)) + ENDLESS;
    }
  }
  starts.sort();
  ends.sort();
  const ranges: number[] = [];
  for (let started = 0; started < count; started++) {
    const start = starts[started] ?? 0;
    const isGap = started === 0 || (ends[started - 1] ?? 0) < start;
    if (isGap) ranges.push(start, 0);
    ranges[ranges.length - 1] = ends[started] ?? 0;
  }
  return Float64Array.from(ranges);
}

/** Whether any number of `[start, end)` lives. */
export function touches(ranges: Float64Array, start: number, end: number): boolean {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[2 * middle + 1] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && (ranges[2 * low] ?? 0) < end;
}

/** Lets go of everything that belongs to lines that stand nowhere any more. */
export function forgetTheDead(state: WalkState): Set<FileState> {
  const files = livingFiles(state.lanes.values());
  const ranges = livingRanges(files, state.origins);
  for (const index of [state.blocks, state.definitions]) {
    index.keep((id, span) => touches(ranges, id, id + 1) && touches(ranges, id + span - 1, id + span));
  }
  const { origins } = state;
  const ends = (entry: number) => (entry + 1 < origins.size ? origins.firstAt(entry + 1) : origins.next);
  origins.keep((entry) => touches(ranges, origins.firstAt(entry), ends(entry)));
  return files;
}
