import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Columns of numbers and the bytes of texts in one compressed buffer, from which a line is read without making an object of each:
 *
 *   [length of the words] [words as JSON, filled up to eight bytes] [column of doubles]… [column of integers]… [texts]
 */
export interface Columns<Words> {
  words: Words;
  doubles: readonly Float64Array[];
  integers: readonly Int32Array[];
  texts: Buffer;
}

/** How many columns of each kind there are. */
export interface ColumnCounts {
  doubles: number;
  integers: number;
}

interface Head<Words> {
  rows: number;
  words: Words;
}

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const UNIT = 8;

export function packColumns<Words>(rows: number, { words, doubles, integers, texts }: Columns<Words>): Buffer {
  const head: Head<Words> = { rows, words };
  const headBytes = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(UNIT);
  length.writeUInt32LE(headBytes.length);
  const filling = Buffer.alloc(roundUp(headBytes.length) - headBytes.length);
  const columns = [...doubles, ...integers].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  const packed = zstdCompressSync(Buffer.concat([length, headBytes, filling, ...columns, texts]), FAST);
  // Copied, since the result is a slice of a larger buffer that would stay in memory.
  return Buffer.from(packed);
}

/** The cast is safe: only `packColumns` makes them, and whoever packed them says of what form the words are. */
export function unpackColumns<Words>(packed: Buffer, counts: ColumnCounts): Columns<Words> {
  const bytes = aligned(zstdDecompressSync(packed));
  const headLength = bytes.readUInt32LE(0);
  const { rows, words } = JSON.parse(bytes.toString('utf8', UNIT, UNIT + headLength)) as Head<Words>;
  let at = bytes.byteOffset + UNIT + roundUp(headLength);
  const columnsOf = <Column>(count: number, size: number, view: (offset: number) => Column): Column[] =>
    Array.from({ length: count }, () => {
      const column = view(at);
      at += size * rows;
      return column;
    });
  const doubles = columnsOf(counts.doubles, 8, (offset) => new Float64Array(bytes.buffer, offset, rows));
  const integers = columnsOf(counts.integers, 4, (offset) => new Int32Array(bytes.buffer, offset, rows));
  return { words, doubles, integers, texts: bytes.subarray(at - bytes.byteOffset) };
}

const roundUp = (length: number): number => Math.ceil(length / UNIT) * UNIT;

/** Views of numbers begin at multiples of their size. */
const aligned = (bytes: Buffer): Buffer =>
  bytes.byteOffset % UNIT === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
