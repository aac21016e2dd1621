import { WIDEST_BLOCK } from './block-hash.ts';

/**
 * Where blocks of lines were written: hash → the numbers of their first lines with their spans. Entries stand in the order
 * of their authoring, whatever order the graph was read in, so that the copy named as the source is always the same one.
 * Definitions are kept likewise, as blocks of one line under the hash of the name they define.
 */
export type BlockEntry = { readonly id: number; readonly span: number };

export type PackedIndex = { readonly hash: Float64Array; readonly id: Float64Array; readonly span: Uint8Array };

const SPANS = WIDEST_BLOCK + 1;

export class BlockIndex {
  readonly #entries = new Map<number, number | number[]>();
  readonly #compare: (a: number, b: number) => number;
  size = 0;

  /** `compare` orders two line numbers by age, oldest first. */
  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  /** Adds a block, once. */
  add(hash: number, id: number, span: number): void {
    const entry = id * SPANS + span;
    const known = this.#entries.get(hash);
    if (known === entry) return;
    if (known === undefined) {
      this.size++;
      this.#entries.set(hash, entry);
      return;
    }
    const list = typeof known === 'number' ? [known] : known;
    if (list !== known) this.#entries.set(hash, list);
    let place = list.length;
    while (place > 0 && this.#compare(idOf(list[place - 1] ?? 0), idOf(entry)) > 0) place--;
    if (list[place - 1] === entry) return;
    this.size++;
    list.splice(place, 0, entry);
  }

  /** The oldest block of this hash that still stands. */
  find(hash: number, stands: (id: number, span: number) => boolean): BlockEntry | null {
    const known = this.#entries.get(hash);
    if (known === undefined) return null;
    if (typeof known === 'number') return found(known, stands);
    for (const entry of known) {
      const block = found(entry, stands);
      if (block !== null) return block;
    }
    return null;
  }

  /** Forgets the blocks that stand nowhere any more. */
  keep(isLiving: (id: number, span: number) => boolean): void {
    for (const [hash, known] of this.#entries) {
      if (typeof known === 'number') {
        if (isLiving(idOf(known), known % SPANS)) continue;
        this.#entries.delete(hash);
        this.size--;
        continue;
      }
      const kept = known.filter((entry) => isLiving(idOf(entry), entry % SPANS));
      this.size -= known.length - kept.length;
      const only = kept[0];
      if (only === undefined) this.#entries.delete(hash);
      else this.#entries.set(hash, kept.length === 1 ? only : kept);
    }
  }

  /** All entries as columns, for a snapshot. */
  pack(): PackedIndex {
    const hashes = new Float64Array(this.size);
    const ids = new Float64Array(this.size);
    const spans = new Uint8Array(this.size);
    let at = 0;
    const note = (hash: number, entry: number) => {
      hashes[at] = hash;
      ids[at] = idOf(entry);
      spans[at++] = entry % SPANS;
    };
    for (const [hash, known] of this.#entries) {
      if (typeof known === 'number') note(hash, known);
      else for (const entry of known) note(hash, entry);
    }
    return { hash: hashes, id: ids, span: spans };
  }
}

function found(entry: number, stands: (id: number, span: number) => boolean): BlockEntry | null {
  const block = { id: idOf(entry), span: entry % SPANS };
  return stands(block.id, block.span) ? block : null;
}

function idOf(entry: number): number {
  return Math.floor(entry / SPANS);
}
