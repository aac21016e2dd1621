import type { LineSpan } from '../git/diff-records.ts';
import { OLDER } from './line-origins.ts';

/**
 * The lines of one version of a file, as runs: `[length, first number, length, first number, …]`. Runs are never changed
 * in place: versions share them. There are millions, so they stand outside of the heap, in as much room as they need.
 */
export type Runs = Float64Array;

/** A file that nobody has read: as long as need be, and older than the reading. */
export const OLDER_RUNS: Runs = endlessRuns(OLDER);
export const NO_RUNS: Runs = new Float64Array(0);

/** A file whose length nobody knows. */
export function endlessRuns(id: number): Runs {
  return Float64Array.of(Number.POSITIVE_INFINITY, id);
}

let scratch = new Float64Array(4096);

/** Writes the runs of one file; one is done before the next begins, since they share their room. */
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
    if (this.#size === scratch.length) {
      const wide = new Float64Array(2 * scratch.length);
      wide.set(scratch);
      scratch = wide;
    }
    scratch[this.#size++] = length;
    scratch[this.#size++] = id;
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

  left(): number {
    return Math.max(0, lineCount(this.#runs) - this.position);
  }

  /** All that is left. */
  rest(piece: (length: number, id: number) => void): void {
    for (; this.#index < this.#runs.length; this.#index += 2) {
      piece((this.#runs[this.#index] ?? 0) - this.#used, (this.#runs[this.#index + 1] ?? OLDER) + this.#used);
      this.#used = 0;
    }
  }
}

/**
 * The runs of the next version. `idOf` numbers the lines that a hunk adds, `removed` hears the numbers of those it takes
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
  const copy = (length: number, id: number) => writer.push(length, id);
  for (const [index, hunk] of hunks.entries()) {
    // A pure insertion names the line it follows; everything else the first line it takes away.
    const before = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    cursor.take(Math.max(0, before - cursor.position), copy);
    cursor.take(hunk.oldCount, removed && ((length, id) => removed(index, length, id)));
    if (hunk.newCount > 0) writer.push(hunk.newCount, idOf(index));
  }
  cursor.rest(copy);
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
