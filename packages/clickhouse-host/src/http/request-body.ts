import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { exception } from '../exception.ts';

const DECODERS = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  zstd: createZstdDecompress,
} as const;

/** The body as the client meant it, decompressed as it comes. */
export function decodedBody(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return request;
  const decoder = Object.entries(DECODERS).find(([name]) => name === encoding)?.[1];
  if (!decoder) {
    throw exception(
      'NOT_IMPLEMENTED',
      `The Content-Encoding ${JSON.stringify(encoding)} is not one of gzip, deflate, br, zstd.`,
    );
  }
  // The error reaches the reader through the stream that is returned.
  return pipeline(request, decoder(), new PassThrough(), () => {});
}

/** Chunks up to the first that brings the total to `enough`; the rest stays in the stream. */
export async function readPrefix(
  chunks: AsyncIterator<Buffer>,
  enough: number,
): Promise<{ bytes: Buffer; ended: boolean }> {
  const read: Buffer[] = [];
  for (let total = 0; total < enough; ) {
    const { value, done } = await nextChunk(chunks);
    if (done) return { bytes: Buffer.concat(read), ended: true };
    read.push(value);
    total += value.length;
  }
  return { bytes: Buffer.concat(read), ended: false };
}

export async function readRest(first: Buffer, chunks: AsyncIterator<Buffer>, limit: number): Promise<Buffer> {
  const read = [first];
  let total = first.length;
  for (;;) {
    if (total > limit) throw exception('QUERY_IS_TOO_LARGE', `The statement is longer than ${limit} bytes.`);
    const { value, done } = await nextChunk(chunks);
    if (done) return Buffer.concat(read);
    read.push(value);
    total += value.length;
  }
}

export async function nextChunk(chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  try {
    return await chunks.next();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw exception('CANNOT_DECOMPRESS', `The body could not be read: ${reason}.`);
  }
}
