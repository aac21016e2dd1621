/**
 * Every line ever written has a number. Lines written together get consecutive numbers, so one entry here says for all of
 * them who wrote them, where and from which line on:
 *
 *   first   0 … older │ 2^32      │ 2^32+3    │ 2^32+40   …
 *   commit  none      │ 17        │ 17        │ 18
 *   path    none      │ a.c       │ b.c       │ a.c
 *   line    1         │ 1         │ 12        │ 7          → number 2^32+4 is line 13 of b.c in commit 17
 */
export type Origin = { readonly commit: number; readonly path: number; readonly line: number };

/** The number of a line that was written before the reading began. */
export const OLDER = 0;
/** Ids reserved for files whose length is not known. */
export const ENDLESS = 2 ** 32;
export const NO_COMMIT = -1;

export class LineOrigins {
  #first = new Float64Array(1024);
  #commit = new Int32Array(1024);
  #path = new Int32Array(1024);
  #line = new Int32Array(1024);
  #count = 0;
  #next = OLDER;
  #recalled: ReadonlyMap<string, number> | null = null;

  constructor() {
    this.write(NO_COMMIT, NO_COMMIT, 1, ENDLESS);
  }

  /** Gives numbers to `count` lines written by a commit; answers the first. */
  write(commit: number, path: number, line: number, count: number): number {
    const known = this.#recalled?.get(placeOf(path, line));
    if (known !== undefined) return known;
    this.restore(this.#next, commit, path, line);
    const first = this.#next;
    this.#next += count;
    return first;
  }

  /** What the next writes may find again: the lines of a commit that wrote before. Null for one that did not. */
  recall(commit: number | null): void {
    this.#recalled = commit === null ? null : this.#writtenBy(commit);
  }

  #writtenBy(commit: number): Map<string, number> {
    const places = new Map<string, number>();
    for (let entry = 0; entry < this.#count; entry++) {
      if (this.#commit[entry] === commit)
        places.set(placeOf(this.pathAt(entry), this.lineAt(entry)), this.firstAt(entry));
    }
    return places;
  }

  /** Puts back an entry from a snapshot; entries come in ascending order. */
  restore(first: number, commit: number, path: number, line: number): void {
    if (this.#count === this.#first.length) this.#grow();
    this.#first[this.#count] = first;
    this.#commit[this.#count] = commit;
    this.#path[this.#count] = path;
    this.#line[this.#count] = line;
    this.#count++;
  }

  continueAt(next: number): void {
    this.#next = next;
  }

  get next(): number {
    return this.#next;
  }

  get size(): number {
    return this.#count;
  }

  /** The entry that holds a number. */
  entryOf(id: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#first[middle] ?? 0) <= id) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Ranges of numbers, cut where another commit wrote, or another file. */
  eachPiece(
    ranges: readonly number[],
    visit: (start: number, end: number, commit: number, path: number) => void,
  ): void {
    for (let index = 0; index < ranges.length; index += 2) {
      const end = ranges[index + 1] ?? 0;
      for (let start = ranges[index] ?? 0; start < end; ) {
        const entry = this.entryOf(start);
        const next = entry + 1 < this.#count ? Math.min(end, this.firstAt(entry + 1)) : end;
        visit(start, next, this.commitAt(entry), this.pathAt(entry));
        start = next;
      }
    }
  }

  originOf(id: number): Origin {
    const entry = this.entryOf(id);
    return {
      commit: this.commitAt(entry),
      path: this.pathAt(entry),
      line: this.lineAt(entry) + id - this.firstAt(entry),
    };
  }

  firstAt(entry: number): number {
    return this.#first[entry] ?? 0;
  }

  commitAt(entry: number): number {
    return this.#commit[entry] ?? NO_COMMIT;
  }

  pathAt(entry: number): number {
    return this.#path[entry] ?? NO_COMMIT;
  }

  lineAt(entry: number): number {
    return this.#line[entry] ?? 1;
  }

  /** Forgets the entries that no living line belongs to. */
  keep(isLiving: (entry: number) => boolean): void {
    let kept = 0;
    for (let entry = 0; entry < this.#count; entry++) {
      if (entry !== 0 && !isLiving(entry)) continue;
      this.#first[kept] = this.firstAt(entry);
      this.#commit[kept] = this.commitAt(entry);
      this.#path[kept] = this.pathAt(entry);
      this.#line[kept] = this.lineAt(entry);
      kept++;
    }
    this.#count = kept;
  }

  #grow(): void {
    const size = this.#first.length * 2;
    const first = new Float64Array(size);
    first.set(this.#first);
    this.#first = first;
    const widen = (old: Int32Array<ArrayBuffer>) => {
      const wide = new Int32Array(size);
      wide.set(old);
      return wide;
    };
    this.#commit = widen(this.#commit);
    this.#path = widen(this.#path);
    this.#line = widen(this.#line);
  }
}

function placeOf(path: number, line: number): string {
  return `${path}:${line}`;
}
