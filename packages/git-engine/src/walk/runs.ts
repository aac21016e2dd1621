import type { LineSpan } from '../git/diff-records.ts';
import { OLDER } from './line-origins.ts';

/**
 * The lines of one version of a file, as runs: `[length, first number, length, first number, …]`. Runs are never changed
 * in place: versions share them. There are millions, so they stand outside of the heap, in as much memory as they need.
 */
export type Runs = Float64Array;

/** A file that nobody has read: as long as need be, and older than the reading. */
export const OLDER_RUNS: Runs = endlessRuns(OLDER);
export const NO_RUNS: Runs = new Float64Array(0);

/** A file whose length nobody knows. */
export function endlessRuns(id: number): Runs {
  return Float64Array.of(Number.POSITIVE_INFINITY, id);
}

/** A run is two numbers. */
export const evenly = (count: number): number => count - (count % 2);

let scratch = new Float64Array(4096);

/** Writes the runs of one file; one is done before the next begins, since they share a buffer. */
export class RunWriter {
  #size = 0;

  push(length: number, id: number): void {
    if (length <= 0) return;
    const last = this.#size - 2;
    const lastLength = scratch[last] ?? 0;
    if (last >= 0 && (scratch[last + 1] ?? 0) + lastLength === id) {
      scratch[last] = lastLength + length;
      return;
    }
    this.#makeRoom(2);
    scratch[this.#size++] = length;
    scratch[this.#size++] = id;
  }

  /** Whole runs of another version: only the first of them may go on where the last one ended. */
  copy(runs: Runs, from: number, to: number): void {
    if (from === to) return;
    this.push(runs[from] ?? 0, runs[from + 1] ?? OLDER);
    this.#makeRoom(to - from);
    for (let index = from + 2; index < to; index++) scratch[this.#size++] = runs[index] ?? 0;
  }

  #makeRoom(places: number): void {
    if (this.#size + places <= scratch.length) return;
    const wide = new Float64Array(2 * scratch.length + places);
    wide.set(scratch);
    scratch = wide;
  }

  done(): Runs {
    return scratch.slice(0, this.#size);
  }
}

/** Reads runs forward, a given number of lines at a time. */
export class RunCursor {
  readonly #runs: Runs;
  #index = 0;
  #used = 0;
  position = 0;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** Takes `count` lines, handing each piece on; lines past the end count as older. */
  take(count: number, piece?: (length: number, id: number) => void): void {
    let left = count;
    while (left > 0) {
      const length = this.#runs[this.#index];
      if (length === undefined) {
        if (left !== Number.POSITIVE_INFINITY) piece?.(left, OLDER);
        break;
      }
      const id = (this.#runs[this.#index + 1] ?? OLDER) + this.#used;
      const taken = Math.min(left, length - this.#used);
      piece?.(taken, id);
      left -= taken;
      this.#used += taken;
      if (this.#used === length) {
        this.#index += 2;
        this.#used = 0;
      }
      if (taken === Number.POSITIVE_INFINITY) break;
    }
    this.position += count;
  }

  /** Hands on `count` lines. A file of many runs changes in few places, so most of them are copied as they are. */
  copy(count: number, writer: RunWriter): void {
    const push = (length: number, id: number) => writer.push(length, id);
    const begun = this.#used === 0 ? 0 : Math.min(count, (this.#runs[this.#index] ?? 0) - this.#used);
    this.take(begun, push);
    const first = this.#index;
    let left = count - begun;
    for (; (this.#runs[this.#index] ?? Number.POSITIVE_INFINITY) <= left; this.#index += 2) {
      left -= this.#runs[this.#index] ?? 0;
    }
    writer.copy(this.#runs, first, this.#index);
    this.position += count - begun - left;
    this.take(left, push);
  }

  left(): number {
    return Math.max(0, lineCount(this.#runs) - this.position);
  }

  /** Hands on all that is left. */
  rest(writer: RunWriter): void {
    if (this.#used > 0) {
      const begun = this.#runs[this.#index] ?? 0;
      writer.push(begun - this.#used, (this.#runs[this.#index + 1] ?? OLDER) + this.#used);
      this.#index += 2;
    }
    writer.copy(this.#runs, this.#index, this.#runs.length);
  }
}

/**
 * The runs of the next version. `idOf` numbers the lines that a hunk adds, `removed` receives the numbers of those it takes
 * away.
 */
export function applyHunks(
  runs: Runs,
  hunks: readonly LineSpan[],
  idOf: (hunk: number) => number,
  removed?: (hunk: number, length: number, id: number) => void,
): Runs {
  const writer = new RunWriter();
  const cursor = new RunCursor(runs);
  for (const [index, hunk] of hunks.entries()) {
    // A pure insertion names the line it follows; everything else the first line it takes away.
    const before = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    cursor.copy(Math.max(0, before - cursor.position), writer);
    cursor.take(hunk.oldCount, removed && ((length, id) => removed(index, length, id)));
    if (hunk.newCount > 0) writer.push(hunk.newCount, idOf(index));
  }
  cursor.rest(writer);
  return writer.done();
}

export function lineCount(runs: Runs): number {
  let total = 0;
  for (let index = 0; index < runs.length; index += 2) total += runs[index] ?? 0;
  return total;
}

/** Whether the lines numbered `id … id + span - 1` stand in the file, together and in order. */
export function holdsBlock(runs: Runs, id: number, span: number): boolean {
  for (let index = 0; index < runs.length; index += 2) {
    const first = runs[index + 1] ?? OLDER;
    if (id >= first && id + span <= first + (runs[index] ?? 0)) return true;
  }
  return false;
}

/** How many numbers two versions of a file begin with alike. */
export function commonStart(a: Runs, b: Runs): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same < most && a[same] === b[same]) same++;
  return same;
}

/** And with how many they end alike, not counting those at the start. */
export function commonEnd(a: Runs, b: Runs, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let same = 0;
  while (same < most && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return same;
}
