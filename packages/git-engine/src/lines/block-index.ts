import { WIDEST_BLOCK } from './block-hash.ts';

/**
 * Where blocks of lines were written: hash → the numbers of their first lines with their spans. Blocks of one hash are a
 * chain in the order of their authoring, whatever order the graph was read in, so that the copy named as the source is
 * always the same one. There are millions, so they stand in plain columns; a slot leads to the oldest block of a chain, and
 * that one's `before` to the newest, since most that come are newer still:
 *
 *   slots ─▶ oldest ─after─▶ … ─after─▶ newest
 *              └──────────before──────────▲
 *
 * Definitions are kept likewise, as blocks of one line under the hash of the name they define.
 */
export type BlockEntry = { readonly id: number; readonly span: number };

const SPANS = WIDEST_BLOCK + 1;
const CAPACITY = 1024;
const NONE = -1;

export class BlockIndex {
  readonly #compare: (a: number, b: number) => number;
  #hash = new Float64Array(CAPACITY);
  #block = new Float64Array(CAPACITY);
  #after = new Int32Array(CAPACITY);
  #before = new Int32Array(CAPACITY);
  #slots = new Int32Array(2 * CAPACITY).fill(NONE);
  #chains = 0;
  size = 0;

  /** `compare` orders two line numbers by age, oldest first. */
  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  /** Adds a block, once. */
  add(hash: number, id: number, span: number): void {
    const slot = this.#slotOf(hash);
    const oldest = this.#slots[slot] ?? NONE;
    const block = id * SPANS + span;
    if (oldest === NONE) {
      const only = this.#push(hash, block);
      this.#before[only] = only;
      this.#slots[slot] = only;
      this.#chains++;
      if (2 * this.#chains > this.#slots.length) this.#spread(2 * this.#slots.length);
      return;
    }
    let older = this.#before[oldest] ?? NONE;
    while (older !== NONE && this.#compare(this.#idAt(older), id) > 0) {
      older = older === oldest ? NONE : (this.#before[older] ?? NONE);
    }
    if (older !== NONE && this.#block[older] === block) return;
    const entry = this.#push(hash, block);
    if (older === NONE) {
      this.#after[entry] = oldest;
      this.#before[entry] = this.#before[oldest] ?? NONE;
      this.#before[oldest] = entry;
      this.#slots[slot] = entry;
      return;
    }
    const newer = this.#after[older] ?? NONE;
    this.#after[entry] = newer;
    this.#before[entry] = older;
    this.#after[older] = entry;
    this.#before[newer === NONE ? oldest : newer] = entry;
  }

  /** The oldest block of this hash that still stands. */
  find(hash: number, stands: (id: number, span: number) => boolean): BlockEntry | null {
    let entry = this.#slots[this.#slotOf(hash)] ?? NONE;
    for (; entry !== NONE; entry = this.#after[entry] ?? NONE) {
      const id = this.#idAt(entry);
      const span = this.#spanAt(entry);
      if (stands(id, span)) return { id, span };
    }
    return null;
  }

  /** Forgets the blocks that stand nowhere any more. */
  keep(isLiving: (id: number, span: number) => boolean): void {
    this.#rebuild(this.#select(isLiving));
  }

  /** One column of all entries, for a snapshot: chain by chain, some at a time and always in the same buffer. */
  *pack(name: 'hash' | 'block', most: number): Generator<Float64Array> {
    const column = name === 'hash' ? this.#hash : this.#block;
    const buffer = new Float64Array(Math.min(most, this.size));
    let filled = 0;
    for (const oldest of this.#slots) {
      for (let entry = oldest; entry !== NONE; entry = this.#after[entry] ?? NONE) {
        buffer[filled++] = column[entry] ?? 0;
        if (filled < buffer.length) continue;
        yield buffer;
        filled = 0;
      }
    }
    yield buffer.subarray(0, filled);
  }

  /** Only the blocks of a snapshot. */
  unpack(hash: Float64Array, block: Float64Array): void {
    this.#rebuild({ hash, block, size: hash.length });
  }

  #select(isWanted: (id: number, span: number) => boolean) {
    const hash = new Float64Array(this.size);
    const block = new Float64Array(this.size);
    let size = 0;
    for (const oldest of this.#slots) {
      for (let entry = oldest; entry !== NONE; entry = this.#after[entry] ?? NONE) {
        if (!isWanted(this.#idAt(entry), this.#spanAt(entry))) continue;
        hash[size] = this.#hash[entry] ?? 0;
        block[size++] = this.#block[entry] ?? 0;
      }
    }
    return { hash, block, size };
  }

  /** From blocks that come chain by chain, each oldest first: nothing is compared. */
  #rebuild({ hash, block, size }: { hash: Float64Array; block: Float64Array; size: number }): void {
    const buffer = Math.max(CAPACITY, 2 ** Math.ceil(Math.log2(1.25 * size + 1)));
    if (buffer !== this.#hash.length) {
      this.#hash = new Float64Array(buffer);
      this.#block = new Float64Array(buffer);
      this.#after = new Int32Array(buffer);
      this.#before = new Int32Array(buffer);
    }
    if (2 * buffer !== this.#slots.length) this.#slots = new Int32Array(2 * buffer);
    this.#slots.fill(NONE);
    this.#chains = 0;
    this.size = 0;
    let oldest = NONE;
    for (let number = 0; number < size; number++) {
      const entry = this.#push(hash[number] ?? 0, block[number] ?? 0);
      if (oldest !== NONE && this.#hash[oldest] === this.#hash[entry]) {
        this.#after[entry - 1] = entry;
        this.#before[entry] = entry - 1;
      } else {
        oldest = entry;
        this.#slots[this.#slotOf(this.#hash[entry] ?? 0)] = entry;
        this.#chains++;
      }
      this.#before[oldest] = entry;
    }
  }

  #push(hash: number, block: number): number {
    const entry = this.size++;
    if (entry === this.#hash.length) {
      this.#hash = widened(this.#hash, new Float64Array(2 * entry));
      this.#block = widened(this.#block, new Float64Array(2 * entry));
      this.#after = widened(this.#after, new Int32Array(2 * entry));
      this.#before = widened(this.#before, new Int32Array(2 * entry));
    }
    this.#hash[entry] = hash;
    this.#block[entry] = block;
    this.#after[entry] = NONE;
    return entry;
  }

  /** The slot that leads to a hash, or the free one where it would stand. */
  #slotOf(hash: number): number {
    const last = this.#slots.length - 1;
    let slot = Math.imul(hash >>> 0, 0x9e3779b1) >>> 7;
    for (; ; slot++) {
      slot &= last;
      const oldest = this.#slots[slot] ?? NONE;
      if (oldest === NONE || this.#hash[oldest] === hash) return slot;
    }
  }

  #spread(count: number): void {
    const former = this.#slots;
    this.#slots = new Int32Array(count).fill(NONE);
    for (const oldest of former) if (oldest !== NONE) this.#slots[this.#slotOf(this.#hash[oldest] ?? 0)] = oldest;
  }

  #idAt(entry: number): number {
    return idOf(this.#block[entry] ?? 0);
  }

  #spanAt(entry: number): number {
    return (this.#block[entry] ?? 0) % SPANS;
  }
}

function idOf(block: number): number {
  return Math.floor(block / SPANS);
}

function widened<Column extends Float64Array | Int32Array>(column: Column, wide: Column): Column {
  wide.set(column);
  return wide;
}
