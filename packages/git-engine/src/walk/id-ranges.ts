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
      collect(mine, start, end, ofOne);
      collect(theirs, start, end, ofOther);
    }
  }
  const [left, right] = [united(ofOne), united(ofOther)];
  return { onlyOne: without(left, right), onlyOther: without(right, left) };
}

/** A run is two numbers. */
const evenly = (count: number): number => count - (count % 2);

/** Lines from before the reading, and those of files whose length nobody knows, are not told apart. */
export function collect(runs: Runs, start: number, end: number, ranges: number[]): void {
  for (let index = start; index < runs.length - end; index += 2) {
    const length = runs[index] ?? 0;
    const id = runs[index + 1] ?? 0;
    if (id >= ENDLESS && Number.isFinite(length)) ranges.push(id, id + length);
  }
}

export function united(ranges: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let index = 0; index < ranges.length; index += 2) pairs.push([ranges[index] ?? 0, ranges[index + 1] ?? 0]);
  pairs.sort(([one], [other]) => one - other);
  const all: number[] = [];
  for (const [start, end] of pairs) {
    const last = all.at(-1);
    if (last !== undefined && start <= last) all[all.length - 1] = Math.max(last, end);
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
