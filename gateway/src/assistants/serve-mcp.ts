import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readPlainBytes } from '@linescope/chassis/http/read-body';
import { createClient } from '@linescope/client/client';
import { createServer } from '@linescope/mcp/create-server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Caller } from '../authentication/introspection-cache.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { gatewayHeaders } from '../proxy/answer.ts';
import type { Exchange, GatewayRequest, GatewayResponse } from '../proxy/exchange.ts';
import type { Unit } from '../routing/routing-table.ts';
import { createUnitFetch } from './unit-fetch.ts';

export const MCP_PATH = '/mcp';

export interface McpParts {
  addresses: Record<Unit, string>;
  limits: Pick<RateLimits, 'ofToken'>;
  trustedHops: number;
}

export type ServeMcp = (
  request: GatewayRequest,
  response: GatewayResponse,
  exchange: Exchange,
  caller: Caller,
) => Promise<void>;

/** The Model Context Protocol over HTTP: each request has a server of its own, which calls the units as its caller. */
export function createMcpEndpoint({ addresses, limits, trustedHops }: McpParts): ServeMcp {
  return async function serveMcp(request, response, exchange, caller) {
    const publicUrl = addressOf(request, trustedHops);
    const fetch = createUnitFetch({ addresses, limits, caller, trace: exchange.trace });
    const handler = createMcpHandler(() =>
      // The units answer at once or not at all; the assistant repeats a call itself where that helps.
      createServer({ client: createClient({ baseUrl: publicUrl, fetch, retries: 0 }), publicUrl }),
    );
    const answer = await handler.fetch(await webRequest(request, publicUrl));
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    const headers = gatewayHeaders(exchange);
    for (let index = 0; index < headers.length; index += 2)
      response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
    response.writeHead(answer.status);
    if (answer.body) await pipeline(Readable.fromWeb(answer.body), response);
    else response.end();
    await handler.close();
  };
}

async function webRequest(request: GatewayRequest, publicUrl: string): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (name !== 'authorization' && name !== 'cookie' && value !== undefined) headers.set(name, String(value));
  const method = request.method ?? 'GET';
  const body = method === 'POST' ? new Uint8Array(await readPlainBytes(request)) : null;
  return new Request(`${publicUrl}${MCP_PATH}`, { method, headers, body });
}

/** How the caller reached us, which is where links may lead. */
function addressOf({ headers }: GatewayRequest, trustedHops: number): string {
  const trusted = trustedHops > 0 ? headers : {};
  const host = String(trusted['x-forwarded-host'] ?? headers.host ?? 'localhost');
  const scheme = trusted['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return URL.canParse(`${scheme}://${host}`) ? `${scheme}://${host}` : `${scheme}://localhost`;
}
