import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';

/** The bytes of a snapshot, piece by piece and cut anywhere; it can be gone through again. */
export type SnapshotBytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A column of numbers, or a stretch of one that is only valid until the next is asked for. */
export type Column = Float64Array | Int32Array;

/**
 * A snapshot goes out in parts that are packed one by one, and comes in likewise, so that there is never a second copy
 * of what the walk knows:
 *
 *   │ length │ part │ length │ part │ …        a part is one value, or a stretch of a column
 */
export class PartWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  async value(value: unknown): Promise<void> {
    await this.#part(serialize(value));
  }

  async column(stretches: Iterable<Column>): Promise<void> {
    for (const { buffer, byteOffset, byteLength } of stretches) {
      for (let at = 0; at < byteLength; at += MOST_BYTES) {
        await this.#part(new Uint8Array(buffer, byteOffset + at, Math.min(MOST_BYTES, byteLength - at)));
      }
    }
  }

  async #part(bytes: Uint8Array): Promise<void> {
    const packed = await pack(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
    const length = Buffer.alloc(LENGTH);
    length.writeUInt32LE(packed.length);
    await this.#write(length);
    await this.#write(packed);
  }
}

/** Beside the thread that delivers. */
const pack = promisify(zstdCompress);
const LENGTH = 4;
const MOST_BYTES = 1024 * 1024;

/** Reads what a `PartWriter` wrote, in its order. Throws on anything else. */
export class PartReader {
  readonly #source: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  #stretch: Buffer = Buffer.alloc(0);

  constructor(bytes: SnapshotBytes) {
    this.#source = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  }

  async value(): Promise<unknown> {
    return deserialize(await this.#part());
  }

  /** Fills a column, or the next stretch of one. */
  async fill(column: Column): Promise<void> {
    const target = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    for (let at = 0; at < target.length; ) {
      if (this.#stretch.length === 0) this.#stretch = await this.#part();
      const some = this.#stretch.subarray(0, target.length - at);
      target.set(some, at);
      at += some.length;
      this.#stretch = this.#stretch.subarray(some.length);
    }
  }

  /** The next bytes as they are. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [this.#held];
    let have = this.#held.length;
    while (have < count) {
      const more = await this.#source.next();
      if (more.done) throw new Error('a snapshot ends in the middle of a part');
      pieces.push(Buffer.from(more.value.buffer, more.value.byteOffset, more.value.byteLength));
      have += more.value.byteLength;
    }
    const all = pieces.length === 1 ? this.#held : Buffer.concat(pieces, have);
    this.#held = all.subarray(count);
    return all.subarray(0, count);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #part(): Promise<Buffer> {
    const length = await this.take(LENGTH);
    return zstdDecompressSync(await this.take(length.readUInt32LE()));
  }
}
