/** Lines that follow each other, in the version that was asked for (`at`) and in the one that the walk has come to (`line`). */
export interface Run {
  at: number;
  line: number;
  count: number;
}

/** Cuts runs at the hunks of a change: the lines that it wrote, and the others with their numbers before it. */
export function throughHunks(runs: readonly Run[], hunks: readonly number[]): { written: Run[]; before: Run[] } {
  const written: Run[] = [];
  const before: Run[] = [];
  let index = 0;
  let shift = 0;
  let reached = 0;
  for (const run of runs) {
    let { at, line, count } = run;
    if (line < reached) {
      index = 0;
      shift = 0;
    }
    while (count > 0) {
      while (index < hunks.length && hunkStart(hunks, index) + (hunks[index + 3] ?? 0) <= line) {
        shift += (hunks[index + 1] ?? 0) - (hunks[index + 3] ?? 0);
        index += 4;
      }
      const start = index < hunks.length ? hunkStart(hunks, index) : Number.POSITIVE_INFINITY;
      const isWritten = line >= start;
      const end = isWritten ? start + (hunks[index + 3] ?? 0) : start;
      const taken = Math.min(count, end - line);
      if (isWritten) written.push({ at, line, count: taken });
      else before.push({ at, line: line + shift, count: taken });
      at += taken;
      line += taken;
      count -= taken;
    }
    reached = line;
  }
  return { written, before };
}

/** A hunk that only deletes comes after the line it names. */
const hunkStart = (hunks: readonly number[], index: number): number =>
  (hunks[index + 2] ?? 0) + ((hunks[index + 3] ?? 0) === 0 ? 1 : 0);

/** Whether no run begins before the one before it ends. */
export function isInOrder(runs: readonly Run[]): boolean {
  let reached = 0;
  for (const { line, count } of runs) {
    if (line < reached) return false;
    reached = line + count;
  }
  return true;
}

/**
 * The same for runs that are in order, which stay so: the lines that the change wrote are taken out of them, the others get their
 * numbers before it. Runs that no hunk comes before or within are not looked at, so that a change of a long file takes little.
 */
export function takeWritten(runs: Run[], hunks: readonly number[]): Run[] {
  const written: Run[] = [];
  let shift = 0;
  let place = hunks.length === 0 ? runs.length : firstPast(runs, hunkStart(hunks, 0));
  for (let index = 0; index < hunks.length && place < runs.length; index += 4) {
    const start = hunkStart(hunks, index);
    const end = start + (hunks[index + 3] ?? 0);
    for (let run = runs[place]; run && run.line + run.count <= start; run = runs[place]) {
      run.line += shift;
      place++;
    }
    const run = runs[place];
    if (run && run.line < start) {
      const before = start - run.line;
      runs.splice(place, 0, { at: run.at, line: run.line + shift, count: before });
      dropFirst(run, before);
      place++;
    }
    let within = 0;
    for (let own = runs[place]; own && own.line < end; own = runs[place + within]) {
      const taken = Math.min(own.count, end - own.line);
      written.push({ at: own.at, line: own.line, count: taken });
      dropFirst(own, taken);
      if (own.count > 0) break;
      within++;
    }
    if (within > 0) runs.splice(place, within);
    shift += (hunks[index + 1] ?? 0) - (hunks[index + 3] ?? 0);
  }
  if (shift !== 0) for (let run = runs[place]; run; run = runs[++place]) run.line += shift;
  return written;
}

function dropFirst(run: Run, lines: number): void {
  run.at += lines;
  run.line += lines;
  run.count -= lines;
}

/** The first of runs in order that ends past a line. */
function firstPast(runs: readonly Run[], line: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run && run.line + run.count <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Cuts runs at the segments of a merge (`[line after, count, parent, line before, …]`, in the order of lines), by the parent (-1: the
 * merge itself).
 */
export function throughSegments(runs: readonly Run[], segments: readonly number[]): Map<number, Run[]> {
  const byParent = new Map<number, Run[]>();
  let first = 0;
  let reached = 0;
  for (const run of runs) {
    if (run.line < reached) first = 0;
    reached = run.line;
    while (first < segments.length && (segments[first] ?? 0) + (segments[first + 1] ?? 0) <= run.line) first += 4;
    const until = run.line + run.count;
    for (let index = first; index < segments.length && (segments[index] ?? 0) < until; index += 4) {
      const start = segments[index] ?? 0;
      const parent = segments[index + 2] ?? -1;
      const from = Math.max(run.line, start);
      const to = Math.min(until, start + (segments[index + 1] ?? 0));
      if (from >= to) continue;
      const line = parent < 0 ? from : (segments[index + 3] ?? 1) + from - start;
      const own = byParent.get(parent) ?? [];
      byParent.set(parent, own);
      own.push({ at: run.at + from - run.line, line, count: to - from });
    }
  }
  return byParent;
}

export const byLine = (one: Run, other: Run): number => one.line - other.line;
