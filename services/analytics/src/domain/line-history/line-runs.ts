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

/** Cuts runs at the segments of a merge (`[line after, count, parent, line before, …]`), by the parent (-1: the merge itself). */
export function throughSegments(runs: readonly Run[], segments: readonly number[]): Map<number, Run[]> {
  const byParent = new Map<number, Run[]>();
  for (const run of runs) {
    for (let index = 0; index < segments.length; index += 4) {
      const start = segments[index] ?? 0;
      const parent = segments[index + 2] ?? -1;
      const from = Math.max(run.line, start);
      const to = Math.min(run.line + run.count, start + (segments[index + 1] ?? 0));
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
