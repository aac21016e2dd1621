import { failureBody } from '@linescope/chassis/http/failure-answer';
import { otlpFailure } from '@linescope/chassis/http/otlp-failure';
import { hasBody } from '@linescope/chassis/http/read-body';
import type { Fault } from '@linescope/contract/fault';
import { gatewayHeaders } from '../proxy/answer.ts';
import type { Exchange, GatewayRequest, GatewayResponse } from '../proxy/exchange.ts';

const LINGER_MS = 1_000;

/** The failure envelope, or the status of OTLP; where the request was not read to its end, the connection ends with it. */
export function sendFailure(
  request: GatewayRequest,
  response: GatewayResponse,
  exchange: Exchange,
  fault: Fault,
  action: string,
): void {
  const { type, bytes: body } = exchange.otlp
    ? otlpFailure(fault, request.headers['content-type'])
    : {
        type: 'application/json; charset=utf-8',
        bytes: Buffer.from(JSON.stringify(failureBody(fault, action, exchange.trace))),
      };
  const headers = gatewayHeaders(exchange);
  headers.push('content-type', type, 'content-length', String(body.length));
  headers.push('cache-control', 'no-store');
  for (const [name, value] of Object.entries(fault.headers)) headers.push(name, value);
  const unread = hasBody(request) && !request.complete;
  if (unread) headers.push('connection', 'close');
  response.writeHead(fault.status, headers);
  if (unread) linger(request, response, body);
  else response.end(body);
}

/** A connection closed while the client is still sending loses the answer on its way, so we listen a moment longer. */
function linger(request: GatewayRequest, response: GatewayResponse, body: Buffer): void {
  response.write(body);
  const timer = setTimeout(end, LINGER_MS);
  function end() {
    clearTimeout(timer);
    response.end();
  }
  request.once('end', end);
  request.once('close', end);
  request.on('error', () => {});
  request.resume();
}
