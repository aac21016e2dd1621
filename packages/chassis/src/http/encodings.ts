import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';

export type Encoding = 'zstd' | 'br' | 'gzip';

/** Fast ones: an answer is compressed once and read once. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
export const GZIP_LEVEL = 1;
const GZIP = { level: GZIP_LEVEL };

const PREFERRED: readonly Encoding[] = ['zstd', 'br', 'gzip'];

/** Smaller ones fit in a packet anyway. */
export const COMPRESSED_FROM = 1400;

/** The best encoding that the client takes; null: none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (!header) return null;
  const weights = new Map(
    header.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = PREFERRED.reduce((most, one) => (weightOf(one) > weightOf(most) ? one : most));
  return weightOf(best) > 0 ? best : null;
}

const [zstdBytes, brotliBytes, gzipBytes] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)];

const compressors = {
  zstd: (bytes: Buffer) => zstdBytes(bytes, ZSTD),
  br: (bytes: Buffer) => brotliBytes(bytes, BROTLI),
  gzip: (bytes: Buffer) => gzipBytes(bytes, GZIP),
};

export const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](bytes);

export function compressing(encoding: Encoding): Transform {
  if (encoding === 'zstd') return createZstdCompress(ZSTD);
  return encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
}
