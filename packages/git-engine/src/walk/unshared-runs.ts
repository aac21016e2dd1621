import { commonEnd, commonStart, evenly, type Runs } from './runs.ts';

/** Told of the numbers from one place to another of a file's runs. */
export type Stretch = (runs: Runs, from: number, to: number) => void;

export const passOver: Stretch = () => {};

/**
 * What two versions of a file do not have at the same place. Files of many runs differ in few of them: a run that both have is in neither
 * difference, and need not be sorted to find out.
 */
export function eachUnshared(mine: Runs, theirs: Runs, ofMine: Stretch, ofTheirs: Stretch): void {
  const start = evenly(commonStart(mine, theirs));
  const alike = evenly(commonEnd(mine, theirs, start));
  const [end, otherEnd] = [mine.length - alike, theirs.length - alike];
  let [at, other] = [start, start];
  while (at < end && other < otherEnd) {
    if (mine[at + 1] === theirs[other + 1] && mine[at] === theirs[other]) {
      at += 2;
      other += 2;
      continue;
    }
    const ahead = nextShared(mine, at, theirs, other);
    const [next, otherNext] = [Math.min(end, at + ahead.mine), Math.min(otherEnd, other + ahead.theirs)];
    ofMine(mine, at, next);
    ofTheirs(theirs, other, otherNext);
    at = next;
    other = otherNext;
  }
  ofMine(mine, at, end);
  ofTheirs(theirs, other, otherEnd);
}

/** So far ahead a run that both have is looked for, where runs differ. */
const REACH = 32;

/** How many numbers of either come before the nearest run that both have. */
function nextShared(mine: Runs, at: number, theirs: Runs, other: number): { mine: number; theirs: number } {
  for (let ahead = 1; ahead <= REACH; ahead++) {
    for (let index = 0; index <= ahead; index++) {
      const [left, right] = [at + 2 * index, other + 2 * (ahead - index)];
      if (left < mine.length && mine[left + 1] === theirs[right + 1] && mine[left] === theirs[right])
        return { mine: 2 * index, theirs: 2 * (ahead - index) };
    }
  }
  return { mine: 2 * REACH, theirs: 2 * REACH };
}
