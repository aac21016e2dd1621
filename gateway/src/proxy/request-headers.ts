import type { IncomingHttpHeaders } from 'node:http';
import { PRINCIPAL_HEADER } from '@linescope/chassis/principal/principal-token';
import { TRACE_HEADER } from '@linescope/chassis/trace/trace-context';
import { Fault } from '@linescope/contract/fault';
import type { Exchange, GatewayRequest } from './exchange.ts';

/** Headers of the connection only, of the caller's identity, and those that the gateway sets itself. */
const NOT_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  'authorization',
  'forwarded',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-prefix',
  TRACE_HEADER,
]);
const IDENTITY_PREFIX = 'x-linescope-';

/** The headers a unit gets: the client's own, without any that could pass for ours, and then ours. */
export function requestHeaders(
  request: GatewayRequest,
  exchange: Exchange,
  principal: string | null,
  trustedHops: number,
): IncomingHttpHeaders {
  const given = request.headers;
  const nominated = nominatedByConnection(given.connection);
  const headers: IncomingHttpHeaders = {};
  for (const name in given) {
    if (NOT_FORWARDED.has(name) || name.startsWith(IDENTITY_PREFIX) || nominated?.has(name)) continue;
    headers[name] = given[name];
  }
  if (given['transfer-encoding'] !== undefined) {
    if (given['transfer-encoding'].toLowerCase() !== 'chunked')
      throw new Fault('response_invalid_parameters', 'The only transfer encoding accepted is chunked.');
  } else if (given['content-length'] === undefined && MAY_HAVE_BODY.has(exchange.method)) {
    headers['content-length'] = '0';
  }
  const peer = request.socket.remoteAddress ?? '';
  const trusted = trustedHops > 0 ? given : {};
  const before = trusted['x-forwarded-for'];
  headers['x-forwarded-for'] = before === undefined ? peer : `${String(before)}, ${peer}`;
  headers['x-forwarded-proto'] = String(trusted['x-forwarded-proto'] ?? 'http');
  headers['x-forwarded-host'] = String(trusted['x-forwarded-host'] ?? given.host ?? '');
  headers[TRACE_HEADER] = exchange.trace;
  if (principal !== null) {
    headers[PRINCIPAL_HEADER] = principal;
    delete headers.cookie; // the caller is known; a session's secret is no unit's business
  }
  // On open paths no token is needed; Azure DevOps authenticates its webhooks with this header.
  else if (/^basic /i.test(given.authorization ?? '')) headers.authorization = given.authorization;
  return headers;
}

/** Without a length, these would be sent on as an empty chunked body. */
const MAY_HAVE_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** A client may name further headers that end at the gateway; those that frame the message are not its to name. */
function nominatedByConnection(connection: string | undefined): Set<string> | null {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return null;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(
    names.filter((name) => !['content-length', 'transfer-encoding', 'content-type', 'host'].includes(name)),
  );
}
