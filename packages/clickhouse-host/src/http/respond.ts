import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip, createZstdCompress, constants as zlib } from 'node:zlib';
import type { JobStatistics } from '../engine/messages.ts';
import type { ClickHouseException } from '../exception.ts';
import type { ResultSpool } from '../result-spool.ts';
import { contentTypeOf } from '../sql/formats.ts';
import { httpStatusOf } from './exception-status.ts';
import type { StatementRequest } from './read-request.ts';

const COMPRESSORS = {
  gzip: () => createGzip({ level: 3 }),
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } }),
} as const;

export type Answer = {
  /** Undefined when the statement has no result. */
  format: string | undefined;
  wroteRows: boolean;
  statistics: JobStatistics;
  elapsedNs: bigint;
};

export async function sendResult(
  response: ServerResponse,
  asked: StatementRequest,
  acceptEncoding: string,
  answer: Answer,
  result: ResultSpool,
): Promise<void> {
  response.setHeader('Content-Type', contentTypeOf(answer.format ?? 'TabSeparated'));
  response.setHeader('X-ClickHouse-Query-Id', asked.queryId);
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  response.setHeader('X-ClickHouse-Summary', JSON.stringify(summaryOf(answer, result.length)));
  if (answer.format) response.setHeader('X-ClickHouse-Format', answer.format);
  const compressor = asked.wantsCompression && result.length > 0 ? compressorFor(acceptEncoding) : undefined;
  const bytes = result.inMemory();
  if (compressor) {
    response.setHeader('Content-Encoding', compressor.name);
    await pipeline(result.read(), compressor.create(), response);
  } else if (bytes) {
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  } else {
    response.setHeader('Content-Length', result.length);
    await pipeline(result.read(), response);
  }
}

export function sendException(
  request: IncomingMessage,
  response: ServerResponse,
  queryId: string | undefined,
  error: ClickHouseException,
): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  // What is left of a refused body is not worth reading.
  if (!request.complete) response.setHeader('Connection', 'close');
  const body = `${error.message}\n`;
  response.writeHead(httpStatusOf(error.code), {
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Length': Buffer.byteLength(body),
    'X-ClickHouse-Exception-Code': String(error.code),
    ...(queryId === undefined ? {} : { 'X-ClickHouse-Query-Id': queryId.replaceAll(/[^\x20-\x7e]/g, '?') }),
  });
  response.end(body);
}

/** Numbers are text in this header, as ClickHouse writes them. */
function summaryOf({ statistics, wroteRows, elapsedNs }: Answer, resultBytes: number): Record<string, string> {
  const { readRows, readBytes, resultRows } = statistics;
  const writtenRows = wroteRows ? resultRows || readRows : 0;
  return {
    read_rows: String(readRows),
    read_bytes: String(readBytes),
    written_rows: String(writtenRows),
    written_bytes: String(wroteRows ? readBytes : 0),
    total_rows_to_read: String(readRows),
    result_rows: String(wroteRows ? writtenRows : resultRows),
    result_bytes: String(wroteRows ? readBytes : resultBytes),
    elapsed_ns: String(elapsedNs),
  };
}

function compressorFor(acceptEncoding: string) {
  for (const [name, create] of Object.entries(COMPRESSORS)) {
    if (acceptEncoding.includes(name)) return { name, create };
  }
  return undefined;
}
