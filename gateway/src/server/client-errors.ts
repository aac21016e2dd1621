import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureBody } from '@linescope/chassis/http/failure-answer';
import { uuidV7 } from '@linescope/chassis/trace/trace-context';
import { Fault } from '@linescope/contract/fault';
import type { RateLimits } from '../limits/rate-limits.ts';
import { gatewayHeaders } from '../proxy/answer.ts';
import { type GatewayRequest, GatewayResponse } from '../proxy/exchange.ts';
import { URL_LIMIT, urlTooLong } from './admit-request.ts';

/** What Node reports of a request that it could not parse. */
interface ClientError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

export interface ClientErrorParts {
  limits: RateLimits;
  fail(request: GatewayRequest, response: GatewayResponse, error: unknown): void;
}

/** What is not HTTP, too long or too slow never becomes a request; it is answered on the bare socket, as an envelope too. */
export function createClientErrorHandler(parts: ClientErrorParts): (error: ClientError, socket: Duplex) => void {
  return (error, socket) => {
    // No request was begun: a client that only opened a connection expects no answer.
    const silent = !socket.writable || error.code === 'ECONNRESET' || bytesRead(socket) === 0;
    if (silent) {
      socket.destroy();
      return;
    }
    const fault = toClientFault(error);
    const response = responseUnderWay(socket);
    if (!response) void writeFailure(socket, fault, parts.limits);
    else if (response.req.complete) {
      // The fault is in what follows a good request: that one is still answered, and nothing after it.
      response.once('close', () => socket.destroy());
    } else parts.fail(response.req, response, fault);
  };
}

export function toClientFault(error: ClientError): Fault {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return isUrlTooLong(error.rawPacket)
        ? urlTooLong()
        : new Fault('response_headers_too_large', 'The request headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Fault('response_payload_too_large', 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Fault('response_timeout', 'The request did not arrive in time.');
    default:
      return new Fault('response_invalid_parameters', 'The request is not valid HTTP.');
  }
}

/** The packet that broke the limit holds the request line without its end. */
function isUrlTooLong(packet: Buffer | undefined): boolean {
  if (!packet) return false;
  const line = packet.subarray(0, URL_LIMIT);
  return /^[A-Z]{3,10} /.test(line.toString('latin1', 0, 12)) && !line.includes('\n') && packet.length > URL_LIMIT;
}

/** Node keeps the response being written on its socket, and offers no other way to it. */
function responseUnderWay(socket: Duplex): GatewayResponse | null {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return message instanceof ServerResponse && message instanceof GatewayResponse ? message : null;
}

const bytesRead = (socket: Duplex): number => Number(Reflect.get(socket, 'bytesRead') ?? 1);
const addressOf = (socket: Duplex): string => String(Reflect.get(socket, 'remoteAddress') ?? '');

export async function writeFailure(socket: Duplex, fault: Fault, limits: RateLimits): Promise<void> {
  const trace = uuidV7();
  const allowance = await limits.ofOpenRequest(addressOf(socket));
  if (!socket.writable) return;
  const body = JSON.stringify(failureBody(fault, 'action_unknown', trace));
  const headers = gatewayHeaders({ trace, allowance, origin: undefined, allowedOrigins: [] });
  for (const [name, value] of Object.entries(fault.headers)) headers.push(name, value);
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(body)));
  headers.push('connection', 'close');
  let head = `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n`;
  for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  endGently(socket, `${head}\r\n${body}`);
}

const LINGER_MS = 500;

/** What the client still sends is read and dropped for a moment, or the reset would overtake the answer. */
function endGently(socket: Duplex, text: string): void {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
