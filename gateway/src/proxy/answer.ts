import type { IncomingMessage } from 'node:http';
import { TRACE_HEADER } from '@linescope/chassis/trace/trace-context';
import type { Exchange, GatewayResponse } from './exchange.ts';

/** What concerns the connection to the unit, and what the gateway says in the unit's place. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-content-type-options',
  TRACE_HEADER,
]);

/** What a page of another origin may read of an answer, besides its body. */
const EXPOSED = [
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Ignored-Parameters',
  'X-Trace-Identifier',
  ...['Page', 'Per-Page', 'Page-Count', 'Total-Count', 'Next-Cursor'].map((name) => `X-${name}`),
].join(', ');

/** The headers of every answer, as names and values in turn. */
export function gatewayHeaders({
  trace,
  allowance,
  origin,
  allowedOrigins,
}: Pick<Exchange, 'trace' | 'allowance' | 'origin' | 'allowedOrigins'>): string[] {
  const headers = [TRACE_HEADER, trace, 'x-content-type-options', 'nosniff'];
  if (allowedOrigins.length > 0) headers.push('vary', 'Origin');
  if (origin !== undefined && allowedOrigins.includes(origin)) {
    headers.push('access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED);
  }
  if (allowance)
    headers.push(
      'ratelimit-limit',
      String(allowance.limit),
      'ratelimit-remaining',
      String(allowance.remaining),
      'ratelimit-reset',
      String(allowance.resetSeconds),
    );
  return headers;
}

/**
 * Passes a unit's answer on. Headers go as one list, which Node writes without keeping a copy; a body that came whole in one
 * piece goes out with them in one write; a longer one is streamed.
 */
export function passAnswerOn(
  answer: IncomingMessage,
  response: GatewayResponse,
  exchange: Exchange,
  exportIdleMs: number,
): void {
  const headers = gatewayHeaders(exchange);
  const given = answer.rawHeaders;
  let length = -1;
  let hasCacheControl = false;
  for (let index = 0; index + 1 < given.length; index += 2) {
    const name = (given[index] ?? '').toLowerCase();
    const value = given[index + 1] ?? '';
    if (name === 'content-length') length = Number(value);
    else if (name === 'cache-control') hasCacheControl = true;
    if (!NOT_PASSED_ON.has(name)) headers.push(name, value);
  }
  if (!hasCacheControl) headers.push('cache-control', 'no-store');
  response.writeHead(answer.statusCode ?? 503, headers);

  answer.on('data', (chunk: Buffer) => {
    if (exchange.endExport) exchange.deadline = Date.now() + exportIdleMs;
    if (chunk.length === length) {
      // As a string of single bytes it joins the head in one write.
      if (length <= ONE_WRITE_BYTES) response.end(chunk.toString('latin1'), 'latin1');
      else response.end(chunk);
    } else if (!response.write(chunk)) {
      answer.pause();
      response.once('drain', () => answer.resume());
    }
  });
  answer.on('aborted', () => response.destroy());
  answer.on('end', () => {
    if (!response.writableEnded) response.end();
  });
}

const ONE_WRITE_BYTES = 16 * 1024;
