import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** So much is compressed at a time, at least: what is compressed by itself finds nothing to repeat of what came before. */
const PART = 64 * 1024;
/** Less than that before a long part stands as it is, rather than be copied together with it. */
const PLAIN = 4 * 1024;

/** Of no name and time, by a fast method, on Unix. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3]);
/** An empty block that is the last. */
const LAST = Buffer.from([3, 0]);

const deflate = promisify(deflateRaw);

export interface GzipParts {
  /** Begins to compress what has come together. */
  add(bytes: Buffer): void;
  /** The compressed parts in their order, each as soon as it and those before it are done. */
  end(): AsyncGenerator<Buffer>;
}

/**
 * One gzip stream of parts that are compressed each for itself, on all cores and while the next are made:
 *
 *   head | blocks of part 1, up to a whole byte | blocks of part 2 | … | last block | checksum, length
 */
export function createGzipParts(level: number): GzipParts {
  const options = { level, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: PART };
  const compressed: Promise<Buffer>[] = [];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let checksum = 0;
  let length = 0;
  const start = (): void => {
    if (waitingBytes === 0) return;
    const [only] = waiting;
    const part = deflate(waiting.length === 1 && only ? only : Buffer.concat(waiting, waitingBytes), options);
    // Whoever reads the parts learns of a failure; where nobody does, it is none.
    part.catch(() => {});
    compressed.push(part);
    [waiting, waitingBytes] = [[], 0];
  };
  const keepPlain = (): void => {
    if (waitingBytes === 0) return;
    const block = Buffer.alloc(5);
    block.writeUInt16LE(waitingBytes, 1);
    block.writeUInt16LE(waitingBytes ^ 0xffff, 3);
    compressed.push(Promise.resolve(Buffer.concat([block, ...waiting])));
    [waiting, waitingBytes] = [[], 0];
  };
  return {
    add(bytes) {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      if (bytes.length >= PART && waitingBytes < PLAIN) keepPlain();
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= PART) start();
    },
    async *end() {
      start();
      yield HEAD;
      for (const part of compressed) yield await part;
      const tail = Buffer.alloc(8);
      tail.writeUInt32LE(checksum);
      tail.writeUInt32LE(length % 2 ** 32, 4);
      yield Buffer.concat([LAST, tail]);
    },
  };
}
