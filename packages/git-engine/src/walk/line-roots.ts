import { type IdRanges, touches } from './id-ranges.ts';

/**
 * Lines that were moved or reformatted have numbers of their own, and are still the lines they were. Lines that moved together have
 * consecutive numbers on both sides, so one entry says it for all of them:
 *
 *   first   2^32+40 │ 2^32+71 …
 *   length  12      │ 1
 *   root    2^32+3  │ 2^32+9          → number 2^32+42 is the line that was written as 2^32+5
 */
export class LineRoots {
  #first = new Float64Array(256);
  #length = new Float64Array(256);
  #root = new Float64Array(256);
  #count = 0;
  /** A commit that is read again may write lines whose entries were let go: those come out of order. */
  readonly #late = new Map<number, number>();

  /** The number under which a line was written, before moves and reformats. */
  rootOf(id: number): number {
    const entry = this.#entryAt(id);
    if (entry >= 0) return this.rootAt(entry) + id - this.firstAt(entry);
    return this.#late.get(id) ?? id;
  }

  /** The numbers under which the lines of a range were written, as ranges in no order. */
  rootsOf(start: number, end: number): number[] {
    const roots: number[] = [];
    if (this.#late.size > 0) {
      for (let id = start; id < end; id++) roots.push(this.rootOf(id), this.rootOf(id) + 1);
      return roots;
    }
    let at = start;
    for (let entry = this.#lastUpTo(start); entry < this.#count && this.firstAt(entry) < end; entry++) {
      const first = Math.max(at, this.firstAt(entry));
      const last = Math.min(end, this.firstAt(entry) + this.lengthAt(entry));
      if (last <= at) continue;
      const root = this.rootAt(entry) + first - this.firstAt(entry);
      if (first > at) roots.push(at, first);
      roots.push(root, root + last - first);
      at = last;
    }
    if (at < end) roots.push(at, end);
    return roots;
  }

  /** The numbers of all lines that were written under numbers of these ranges, which are among them; ranges in no order. */
  writtenAs(wanted: IdRanges): number[] {
    const lines = [...wanted];
    const [low, high] = [wanted[0] ?? 0, wanted[wanted.length - 1] ?? 0];
    for (let entry = 0; entry < this.#count; entry++) {
      const root = this.#root[entry] ?? 0;
      const length = this.#length[entry] ?? 0;
      if (root >= high || root + length <= low || !touches(wanted, root, root + length)) continue;
      lines.push(this.firstAt(entry), this.firstAt(entry) + length);
    }
    for (const [id, root] of this.#late) if (touches(wanted, root, root + 1)) lines.push(id, id + 1);
    return lines;
  }

  /** Notes that the line of a number is one that was written before, under its root. */
  note(id: number, root: number): void {
    const last = this.#count - 1;
    const end = last < 0 ? 0 : this.firstAt(last) + this.lengthAt(last);
    if (id < end) {
      if (this.#entryAt(id) < 0) this.#late.set(id, root);
    } else if (last >= 0 && id === end && root === this.rootAt(last) + this.lengthAt(last)) {
      this.#length[last] = this.lengthAt(last) + 1;
    } else this.restore(id, 1, root);
  }

  /** Adds an entry behind all others. */
  restore(first: number, length: number, root: number): void {
    if (this.#count === this.#first.length) this.#grow();
    this.#first[this.#count] = first;
    this.#length[this.#count] = length;
    this.#root[this.#count] = root;
    this.#count++;
  }

  get size(): number {
    return this.#count;
  }

  firstAt(entry: number): number {
    return this.#first[entry] ?? 0;
  }

  lengthAt(entry: number): number {
    return this.#length[entry] ?? 0;
  }

  rootAt(entry: number): number {
    return this.#root[entry] ?? 0;
  }

  /** Forgets the entries none of whose lines live. */
  keep(isLiving: (first: number, end: number) => boolean): void {
    const [firsts, lengths, roots] = [this.#first, this.#length, this.#root].map((column) =>
      column.slice(0, this.#count),
    );
    const late = [...this.#late].sort(([one], [other]) => one - other);
    this.#late.clear();
    this.#count = 0;
    const restore = (first: number, length: number, root: number) => {
      if (isLiving(first, first + length)) this.restore(first, length, root);
    };
    let next = 0;
    for (const [entry, first] of firsts?.entries() ?? []) {
      for (; (late[next]?.[0] ?? Number.POSITIVE_INFINITY) < first; next++)
        restore(late[next]?.[0] ?? 0, 1, late[next]?.[1] ?? 0);
      restore(first, lengths?.[entry] ?? 0, roots?.[entry] ?? 0);
    }
    for (const [first, root] of late.slice(next)) restore(first, 1, root);
  }

  /** The entry that holds a number, or -1. */
  #entryAt(id: number): number {
    const entry = this.#lastUpTo(id);
    return entry < this.#count && id >= this.firstAt(entry) && id < this.firstAt(entry) + this.lengthAt(entry)
      ? entry
      : -1;
  }

  /** The last entry that begins at a number or before it; the first where none does. */
  #lastUpTo(id: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.firstAt(middle) <= id) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #grow(): void {
    const widen = (old: Float64Array<ArrayBuffer>) => {
      const wide = new Float64Array(old.length * 2);
      wide.set(old);
      return wide;
    };
    this.#first = widen(this.#first);
    this.#length = widen(this.#length);
    this.#root = widen(this.#root);
  }
}
