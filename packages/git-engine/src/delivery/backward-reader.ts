import type { FileHandle } from 'node:fs/promises';

const BLOCK = 4 * 1024 * 1024;

export type View = { readonly from: number; readonly to: number; readonly bytes: Buffer<ArrayBuffer> };

/**
 * Reads a file from its end to its start, far more than is asked for at once. Blocks are used again: there are hundreds, and
 * memory outside of the heap is let go late.
 */
export class BackwardReader {
  readonly #file: FileHandle;
  readonly #alignment: number;
  #view: View = { from: 0, to: 0, bytes: Buffer.from(new ArrayBuffer(0)) };
  #held: ArrayBuffer[] = [];
  #free: ArrayBuffer[] = [];

  /** A view starts where `alignment` divides. */
  constructor(file: FileHandle, alignment: number) {
    this.#file = file;
    this.#alignment = alignment;
  }

  /** What stands from `start` to `end` and, as far as `limit`, around it. */
  async look(start: number, end: number, limit: number): Promise<View> {
    if (start >= this.#view.from && end <= this.#view.to) return this.#view;
    const to = Math.min(limit, Math.max(end, start + BLOCK));
    const from = Math.min(start, Math.floor(Math.max(0, to - BLOCK) / this.#alignment) * this.#alignment);
    const bytes = this.#reserve(to - from);
    await this.#file.read(bytes, 0, to - from, from);
    this.#view = { from, to, bytes };
    return this.#view;
  }

  /** Nobody looks any more at what was read before the last view. */
  letGo(): void {
    for (const block of this.#held) if (block !== this.#view.bytes.buffer) this.#free.push(block);
    this.#held = this.#held.filter((block) => block === this.#view.bytes.buffer);
  }

  #reserve(size: number): Buffer<ArrayBuffer> {
    // Less than a block is the start of the file, more a single large part: neither comes often.
    const isBlock = size <= BLOCK + this.#alignment && size > BLOCK / 2;
    if (!isBlock) return Buffer.from(new ArrayBuffer(size));
    const block = this.#free.pop() ?? new ArrayBuffer(BLOCK + this.#alignment);
    this.#held.push(block);
    return Buffer.from(block, 0, size);
  }
}
