import { type Lane, PAGE } from './lane.ts';
import { ENDLESS } from './line-origins.ts';
import { commonEnd, commonStart, NO_RUNS, type Runs } from './runs.ts';

/** Numbers of lines as sorted, disjoint ranges: `[start, end, start, end, …]`, ends not included. */
export type IdRanges = readonly number[];

/** Lines that stand in one tree and not in another, both ways. Trees share what they have in common, which is not looked at. */
export function differenceOf(one: Lane, other: Lane): { onlyOne: IdRanges; onlyOther: IdRanges } {
  const ofOne: number[] = [];
  const ofOther: number[] = [];
  for (let page = 0; page < Math.max(one.pages.length, other.pages.length); page++) {
    const [left, right] = [one.pages[page], other.pages[page]];
    if (left === right) continue;
    for (let place = 0; place < PAGE; place++) {
      const [mine, theirs] = [left?.[place]?.runs ?? NO_RUNS, right?.[place]?.runs ?? NO_RUNS];
      if (mine === theirs) continue;
      const start = evenly(commonStart(mine, theirs));
      const end = evenly(commonEnd(mine, theirs, start));
      const [own, others] = [mine.subarray(start, mine.length - end), theirs.subarray(start, theirs.length - end)];
      collectUnshared(own, others, ofOne, ofOther);
    }
  }
  const [left, right] = [united(ofOne), united(ofOther)];
  return { onlyOne: without(left, right), onlyOther: without(right, left) };
}

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

/** A run is two numbers. */
const evenly = (count: number): number => count - (count % 2);

export function collect(runs: Runs, ranges: number[]): void {
  for (let index = 0; index < runs.length; index += 2) pushRange(runs[index + 1] ?? 0, runs[index] ?? 0, ranges);
}

/** Lines from before the reading, and those of files whose length nobody knows, are not told apart. */
function pushRange(id: number, length: number, ranges: number[]): void {
  if (id >= ENDLESS && Number.isFinite(length)) ranges.push(id, id + length);
}

/**
 * Starts and ends are sorted each by themselves, as plain numbers: where as many have ended as started before, the union has a gap.
 */
export function united(ranges: readonly number[]): number[] {
  const count = ranges.length / 2;
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    starts[index] = ranges[2 * index] ?? 0;
    ends[index] = ranges[2 * index + 1] ?? 0;
  }
  starts.sort();
  ends.sort();
  const all: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (index > 0 && start <= (ends[index - 1] ?? 0)) all[all.length - 1] = end;
    else all.push(start, end);
  }
  return all;
}

export function without(ranges: IdRanges, removed: IdRanges): number[] {
  const left: number[] = [];
  let at = 0;
  for (let index = 0; index < ranges.length; index += 2) {
    let start = ranges[index] ?? 0;
    const end = ranges[index + 1] ?? 0;
    while (at < removed.length && (removed[at + 1] ?? 0) <= start) at += 2;
    for (let next = at; next < removed.length && (removed[next] ?? 0) < end; next += 2) {
      if ((removed[next] ?? 0) > start) left.push(start, removed[next] ?? 0);
      start = Math.max(start, removed[next + 1] ?? 0);
    }
    if (start < end) left.push(start, end);
  }
  return left;
}

export const common = (one: IdRanges, other: IdRanges): number[] => without(one, without(one, other));
