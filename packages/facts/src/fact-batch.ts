import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { COPY_TABLES } from './copy-tables.ts';
import { GIT_TABLES } from './git-tables.ts';
import { PROVIDER_TABLES } from './provider-tables.ts';

/**
 * One message on the facts stream: blocks of rows of one entity, each for one table, already in one of
 * ClickHouse's own formats, so that whoever stores them parses nothing. `batchId` is the same whenever the same rows are made again.
 *
 *   length │ header │ block │ block │ …        all but the length is packed, each apart, so that blocks are handed on as they are
 */
const headerSchema = z.object({
  batchId: z.string().min(1).max(300),
  entityId: z.number().int().positive(),
  repoId: z.number().int().nonnegative(),
  blocks: z.array(
    z.object({
      table: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().positive(),
      format: z.enum(['RowBinary', 'Native']).default('RowBinary'),
      bytes: z.number().int().positive(),
    }),
  ),
  /** Commits that this batch completes, for those who wait for a sha. */
  shas: z.array(z.string()).default([]),
  merges: z.array(z.object({ sha: z.string(), subject: z.string(), committedAt: z.string() })).default([]),
  /** Commits that no branch reaches any more: these, or all that this run did not write again. */
  removed: z.object({ shas: z.array(z.string()), olderRuns: z.boolean(), version: z.number().int() }).optional(),
  branchTips: z.array(z.object({ branch: z.string(), sha: z.string(), committedAt: z.string() })).default([]),
});

/** The subject on which the sender is notified, by the batch's id, that ClickHouse has it. */
export const STORED_INBOX_HEADER = 'linescope-stored-inbox';

export type FactBatchHeader = z.infer<typeof headerSchema>;

export interface FactBlock {
  table: { name: string; columnNames: string[] };
  rows: number;
  /** RowBinary unless it says so. */
  format?: 'Native';
  /** Or pieces of them, each good until the next is asked for. */
  bytes: Buffer | Iterable<Uint8Array>;
}

export interface DecodedBlock {
  table: string;
  columns: string[];
  rows: number;
  format: 'RowBinary' | 'Native';
  bytes: Buffer;
  /** How they are packed; not at all where they came in a batch that was packed as a whole. */
  encoding?: 'zstd';
}

const KNOWN_TABLES = new Map(
  [...GIT_TABLES, ...PROVIDER_TABLES, ...COPY_TABLES].map((table) => [table.name, new Set(table.columnNames)]),
);

/** Half the time of the default for a message a few per cent larger. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A batch may not unpack to more than this. */
const UNPACKED_LIMIT = 256 * 1024 * 1024;

export function encodeFactBatch(
  header: Omit<FactBatchHeader, 'blocks' | 'shas' | 'merges' | 'branchTips'> & Partial<FactBatchHeader>,
  blocks: FactBlock[],
): Buffer {
  const filled = blocks.filter((block) => block.rows > 0).map((block) => ({ ...block, packed: pack(block.bytes) }));
  const head = zstdCompressSync(JSON.stringify({ ...header, blocks: filled.map(describe) }), FAST);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...filled.map(({ packed }) => packed)]);
}

const LENGTH = 4;

const describe = ({ table, rows, format, packed }: FactBlock & { packed: Buffer }) => ({
  table: table.name,
  columns: table.columnNames,
  rows,
  ...(format ? { format } : {}),
  bytes: packed.length,
});

function pack(bytes: FactBlock['bytes']): Buffer {
  if (bytes instanceof Uint8Array) return zstdCompressSync(bytes, FAST);
  let end = 0;
  for (const piece of bytes) end = put(piece, end);
  return zstdCompressSync(buffer.subarray(0, end), FAST);
}

/**
 * Blocks are large and follow each other: all are put together in one place. Past a megabyte it grows in one step, since what
 * it leaves behind on the way is let go late, and buffer that is never written to takes no memory.
 */
let buffer = Buffer.allocUnsafeSlow(64 * 1024);
const SMALL_ROOM = 1024 * 1024;
const LARGE_ROOM = 64 * 1024 * 1024;

function put(piece: Uint8Array, at: number): number {
  const end = at + piece.length;
  if (end > buffer.length) {
    const wider = Buffer.allocUnsafeSlow(end > SMALL_ROOM ? Math.max(LARGE_ROOM, Math.ceil(1.5 * end)) : SMALL_ROOM);
    buffer.copy(wider, 0, 0, at);
    buffer = wider;
  }
  buffer.set(piece, at);
  return end;
}

/** No retry can fix such a batch, as opposed to one with a table that only a newer version knows. */
export class MalformedFactBatch extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`malformed fact batch: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'MalformedFactBatch';
  }
}

function parseHeader(bytes: Buffer): FactBatchHeader {
  const parsed = headerSchema.safeParse(JSON.parse(bytes.toString('utf8')));
  if (!parsed.success) throw new MalformedFactBatch('its header is invalid', parsed.error);
  return parsed.data;
}

/** On a thread of its own: whoever stores batches answers requests too. */
const unpack = promisify(zstdDecompress);
const UNPACKED = { maxOutputLength: UNPACKED_LIMIT, chunkSize: 1024 * 1024 };

/** With this begins what is packed, so that a batch of a version before begins with it too: it was packed as a whole. */
const PACKED_MARK = 0xfd2fb528;

/** Checks table and column names against what is known: they become part of a statement. */
export async function decodeFactBatch(
  message: Uint8Array,
): Promise<{ header: FactBatchHeader; blocks: DecodedBlock[] }> {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  const isWhole = bytes.readUInt32LE(0) === PACKED_MARK;
  const parts = isWhole ? await unpack(bytes, UNPACKED) : bytes;
  const start = LENGTH + parts.readUInt32LE(0);
  const head = parts.subarray(LENGTH, start);
  const header = parseHeader(isWhole ? head : await unpack(head, UNPACKED));
  const blocks = blocksIn(header, parts.subarray(start));
  return { header, blocks: isWhole ? blocks : blocks.map((block) => ({ ...block, encoding: 'zstd' })) };
}

function blocksIn(header: FactBatchHeader, bytes: Buffer): DecodedBlock[] {
  let offset = 0;
  const blocks = header.blocks.map(({ table, columns, rows, format, bytes: length }) => {
    const known = KNOWN_TABLES.get(table);
    if (!known || !columns.every((name) => known.has(name))) throw new Error(`unknown table or column in ${table}`);
    offset += length;
    return { table, columns, rows, format, bytes: bytes.subarray(offset - length, offset) };
  });
  if (offset !== bytes.length) throw new MalformedFactBatch('the length differs from what its header says');
  return blocks;
}
