import { type IdRanges, type LooseRanges, touches } from './id-ranges.ts';
import { type FileState, type Lane, PAGE, type Page } from './lane.ts';
import { ENDLESS } from './line-origins.ts';
import type { RangeFilter } from './range-filter.ts';
import { commonEnd, commonStart, evenly, NO_RUNS, type Runs } from './runs.ts';

/** What two trees do not have at the same place. A line that moved from file to file is in both. */
export type Unshared = { readonly ofOne: LooseRanges; readonly ofOther: LooseRanges };

/** Asked with a path, and what either tree has there. */
export type IsCompared = (path: number, one: FileState | undefined, other: FileState | undefined) => boolean;

/** Trees share what they have in common, which is not looked at; nor are files that are not asked for. */
export function unsharedOf(one: Lane, other: Lane, isCompared: IsCompared = () => true): Unshared {
  const ofOne: number[] = [];
  const ofOther: number[] = [];
  for (let page = 0; page < Math.max(one.pages.length, other.pages.length); page++) {
    const left = one.pages[page] ?? NO_FILES;
    const right = other.pages[page] ?? NO_FILES;
    if (left === right) continue;
    for (let place = 0; place < PAGE; place++) {
      const file = left[place];
      const otherFile = right[place];
      if (file === otherFile || !isCompared(page * PAGE + place, file, otherFile)) continue;
      const mine = file?.runs ?? NO_RUNS;
      const theirs = otherFile?.runs ?? NO_RUNS;
      const start = evenly(commonStart(mine, theirs));
      const end = evenly(commonEnd(mine, theirs, start));
      const [own, others] = [mine.subarray(start, mine.length - end), theirs.subarray(start, theirs.length - end)];
      collectUnshared(own, others, ofOne, ofOther);
    }
  }
  return { ofOne, ofOther };
}

const NO_FILES: NonNullable<Page> = new Array<undefined>(PAGE).fill(undefined);

/** So far ahead a run that both have is looked for, where runs differ. */
const REACH = 32;

/**
 * Files of many runs differ in few of them: a run that both have at the same place is in neither difference, and need not be sorted to
 * find out.
 */
function collectUnshared(mine: Runs, theirs: Runs, ofMine: number[], ofTheirs: number[]): void {
  let [at, other] = [0, 0];
  while (at < mine.length && other < theirs.length) {
    if (mine[at + 1] === theirs[other + 1] && mine[at] === theirs[other]) {
      at += 2;
      other += 2;
      continue;
    }
    const [skipped, skippedOther] = nextShared(mine, at, theirs, other);
    collect(mine.subarray(at, at + skipped), ofMine);
    collect(theirs.subarray(other, other + skippedOther), ofTheirs);
    at += skipped;
    other += skippedOther;
  }
  collect(mine.subarray(at), ofMine);
  collect(theirs.subarray(other), ofTheirs);
}

/** How many numbers of either come before the nearest run that both have. */
function nextShared(mine: Runs, at: number, theirs: Runs, other: number): [number, number] {
  for (let ahead = 1; ahead <= REACH; ahead++) {
    for (let index = 0; index <= ahead; index++) {
      const [left, right] = [at + 2 * index, other + 2 * (ahead - index)];
      if (left < mine.length && mine[left + 1] === theirs[right + 1] && mine[left] === theirs[right])
        return [2 * index, 2 * (ahead - index)];
    }
  }
  return [2 * REACH, 2 * REACH];
}

function collect(runs: Runs, ranges: number[]): void {
  for (let index = 0; index < runs.length; index += 2) {
    const id = runs[index + 1] ?? 0;
    const end = id + (runs[index] ?? 0);
    if (isTold(id, end)) ranges.push(id, end);
  }
}

/** Those runs of a file that hold one of the lines, which are marked in the filter. */
export function collectTouching(runs: Runs, lines: IdRanges, filter: RangeFilter, ranges: number[]): void {
  for (let index = 0; index < runs.length; index += 2) {
    const id = runs[index + 1] ?? 0;
    const end = id + (runs[index] ?? 0);
    if (filter.mayTouch(id, end) && isTold(id, end) && touches(lines, id, end)) ranges.push(id, end);
  }
}

/** Lines from before the reading, and those of files whose length nobody knows, are not told apart. */
const isTold = (id: number, end: number): boolean => id >= ENDLESS && end !== Number.POSITIVE_INFINITY;
