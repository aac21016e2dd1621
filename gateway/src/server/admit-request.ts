import { bodyTooLarge } from '@linescope/chassis/http/read-body';
import { Fault } from '@linescope/contract/fault';
import type { GatewayRequest } from '../proxy/exchange.ts';

export const URL_LIMIT = 8 * 1024;
const HEADERS_LIMIT = 200;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What can be refused from the request's head alone. */
export function admitRequest(request: GatewayRequest, bodyLimit: number): void {
  if ((request.url ?? '').length > URL_LIMIT) throw urlTooLong();
  if (request.headers.host === undefined && request.httpVersion !== '1.0')
    throw new Fault('response_invalid_parameters', 'The request has no Host header.');
  const { rawHeaders } = request;
  if (rawHeaders.length > 2 * HEADERS_LIMIT)
    throw new Fault('response_headers_too_large', `The request has more than ${HEADERS_LIMIT} headers.`);
  if (countOfHost(rawHeaders) > 1)
    throw new Fault('response_invalid_parameters', 'The request has more than one Host header.');
  if (!METHODS.has(request.method ?? ''))
    throw new Fault('response_method_not_allowed', `${request.method} is not allowed here.`, {
      headers: { allow: [...METHODS].join(', ') },
    });
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw bodyTooLarge(bodyLimit);
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    throw new Fault('response_invalid_parameters', 'The only expectation supported is 100-continue.');
}

/** Names and values stand in turn. */
function countOfHost(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

export const urlTooLong = (): Fault =>
  new Fault('response_uri_too_long', `The URL is longer than ${URL_LIMIT / 1024} KiB.`);
