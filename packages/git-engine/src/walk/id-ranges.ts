/** Numbers of lines as sorted, disjoint ranges: `[start, end, start, end, …]`, ends not included. */
export type IdRanges = readonly number[];

/** The same in no order, and some numbers more than once. */
export type LooseRanges = readonly number[];

/**
 * Starts and ends are sorted each by themselves, as plain numbers: where as many have ended as started before, the union has a gap.
 */
export function united(ranges: readonly number[]): number[] {
  const count = ranges.length / 2;
  if (count < 2) return [...ranges];
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    starts[index] = ranges[2 * index] ?? 0;
    ends[index] = ranges[2 * index + 1] ?? 0;
  }
  sortNumbers(starts);
  sortNumbers(ends);
  const all: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (index > 0 && start <= (ends[index - 1] ?? 0)) all[all.length - 1] = end;
    else all.push(start, end);
  }
  return all;
}

/** From so many numbers on, another view of them pays. */
const MANY = 128;

/** Sorts numbers of lines: those are not negative, and such numbers are in the order of their bits, which compare faster. */
export function sortNumbers(column: Float64Array): void {
  if (column.length < MANY) column.sort();
  else new BigInt64Array(column.buffer, column.byteOffset, column.length).sort();
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

/** Whether any number of `[start, end)` is in the ranges. */
export function touches(ranges: ArrayLike<number>, start: number, end: number): boolean {
  // Most of what is asked about lies outside of all of them.
  if (end <= (ranges[0] ?? 0) || start >= (ranges[ranges.length - 1] ?? 0)) return false;
  const at = firstBehind(ranges, start);
  return at < ranges.length / 2 && (ranges[2 * at] ?? 0) < end;
}

/** Which of the ranges is the first that ends behind a number; one more than there are where none does. */
export function firstBehind(ranges: ArrayLike<number>, number: number): number {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[2 * middle + 1] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As `without`, where there may be many more to remove, in no order. */
export function withoutAny(ranges: IdRanges, removed: LooseRanges): number[] {
  const touching: number[] = [];
  for (let index = 0; index < removed.length; index += 2) {
    const [start, end] = [removed[index] ?? 0, removed[index + 1] ?? 0];
    if (touches(ranges, start, end)) touching.push(start, end);
  }
  return without(ranges, united(touching));
}
