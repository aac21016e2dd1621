import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * A value as bytes, its columns (typed arrays) apart from the rest: each is packed by itself, straight from where it
 * stands, so that writing a large snapshot takes no second one in memory.
 *
 *   │ length │ value │ length │ column │ length │ column │ …
 */
export function packParts(value: unknown): Buffer {
  const serializer = new PartSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  const parts = [zstdCompressSync(serializer.releaseBuffer())];
  for (const { buffer, byteOffset, byteLength } of serializer.columns) {
    parts.push(zstdCompressSync(new Uint8Array(buffer, byteOffset, byteLength)));
  }
  return Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
}

/** What `packParts` packed. Throws on anything else. */
export function unpackParts(bytes: Buffer): unknown {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    if (at + LENGTH + length > bytes.length) throw new Error('a snapshot ends in the middle of a part');
    parts.push(bytes.subarray(at + LENGTH, at + LENGTH + length));
    at += LENGTH + length;
  }
  const [value, ...columns] = parts;
  if (value === undefined) throw new Error('a snapshot without parts');
  const deserializer = new PartDeserializer(zstdDecompressSync(value), columns);
  deserializer.readHeader();
  return deserializer.readValue();
}

const LENGTH = 4;

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(part.length);
  return length;
}

type Column = Float64Array | Int32Array | Uint8Array;
const KINDS = [Float64Array, Int32Array, Uint8Array] as const;

class PartSerializer extends DefaultSerializer {
  readonly columns: Column[] = [];

  /** Node asks this for every typed array. */
  _writeHostObject(column: Column): void {
    const kind = KINDS.findIndex((Kind) => column instanceof Kind);
    if (kind < 0) throw new Error('a snapshot has columns of three kinds');
    this.writeUint32(kind);
    this.writeUint32(this.columns.push(column) - 1);
  }
}

class PartDeserializer extends DefaultDeserializer {
  readonly #columns: readonly Buffer[];

  constructor(value: Buffer, columns: readonly Buffer[]) {
    super(value);
    this.#columns = columns;
  }

  _readHostObject(): Column {
    const Kind = KINDS[this.readUint32()];
    const packed = this.#columns[this.readUint32()];
    if (Kind === undefined || packed === undefined) throw new Error('a snapshot without one of its columns');
    // A copy of its own: what zlib answers need not start where numbers may.
    const bytes = new Uint8Array(zstdDecompressSync(packed));
    return new Kind(bytes.buffer);
  }
}
