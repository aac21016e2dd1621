import { type IdRanges, type LooseRanges, touches } from './id-ranges.ts';
import { type FileState, type Lane, PAGE, type Page } from './lane.ts';
import { ENDLESS } from './line-origins.ts';
import type { RangeFilter } from './range-filter.ts';
import { NO_RUNS, type Runs } from './runs.ts';
import { eachUnshared, passOver, type Stretch } from './unshared-runs.ts';

/** What two trees do not have at the same place. A line that moved from file to file is in both. */
export type Unshared = { readonly ofOne: LooseRanges; readonly ofOther: LooseRanges };

/** Asked with a path, and what either tree has there. */
export type IsCompared = (path: number, one: FileState | undefined, other: FileState | undefined) => boolean;

/** Answers what a tree has of a file that stands under a path in another, and not there in it. */
export type UnderOtherName = (lane: Lane, path: number, file: FileState) => FileState | undefined;

/**
 * Trees share what they have in common, which is not looked at; nor are files that are not asked for. What a file holds that one of them
 * has under another name is in both of them too, as far as that name is known.
 */
export function unsharedOf(
  one: Lane,
  other: Lane,
  isCompared: IsCompared = () => true,
  underOtherName: UnderOtherName = () => undefined,
): Unshared {
  const ofOne: number[] = [];
  const ofOther: number[] = [];
  const mine: Stretch = (runs, from, to) => collect(runs, from, to, ofOne);
  const theirs: Stretch = (runs, from, to) => collect(runs, from, to, ofOther);
  for (let page = 0; page < Math.max(one.pages.length, other.pages.length); page++) {
    const left = one.pages[page] ?? NO_FILES;
    const right = other.pages[page] ?? NO_FILES;
    if (left === right) continue;
    for (let place = 0; place < PAGE; place++) {
      const file = left[place];
      const otherFile = right[place];
      const path = page * PAGE + place;
      if (file === otherFile || !isCompared(path, file, otherFile)) continue;
      if (file && otherFile) eachUnshared(file.runs, otherFile.runs, mine, theirs);
      else if (file) eachUnshared(file.runs, underOtherName(other, path, file)?.runs ?? NO_RUNS, mine, passOver);
      else if (otherFile)
        eachUnshared(underOtherName(one, path, otherFile)?.runs ?? NO_RUNS, otherFile.runs, passOver, theirs);
    }
  }
  return { ofOne, ofOther };
}

const NO_FILES: NonNullable<Page> = new Array<undefined>(PAGE).fill(undefined);

function collect(runs: Runs, from: number, to: number, ranges: number[]): void {
  for (let index = from; index < to; index += 2) {
    const id = runs[index + 1] ?? 0;
    const end = id + (runs[index] ?? 0);
    if (isTold(id, end)) ranges.push(id, end);
  }
}

/** Those runs of a file that hold one of the lines, which are marked in the filter; only lines from `low` to `high` may stand in the file. */
export function collectTouching(
  runs: Runs,
  lines: IdRanges,
  { low, high }: { readonly low: number; readonly high: number },
  filter: RangeFilter,
  ranges: number[],
): void {
  for (let index = 0; index < runs.length; index += 2) {
    const id = runs[index + 1] ?? 0;
    if (id >= high) continue;
    const end = id + (runs[index] ?? 0);
    if (end <= low) continue;
    if (filter.mayTouch(id, end) && isTold(id, end) && touches(lines, id, end)) ranges.push(id, end);
  }
}

/** Lines from before the reading, and those of files whose length nobody knows, are not told apart. */
const isTold = (id: number, end: number): boolean => id >= ENDLESS && end !== Number.POSITIVE_INFINITY;
