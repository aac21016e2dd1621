import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ClickHouseException, exception } from '../exception.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { authenticate } from './authenticate.ts';
import { sendException } from './respond.ts';
import { type Host, runStatement } from './run-statement.ts';

export type HttpOptions = Host & { password: string | undefined; log: Log };

const ALIVE = new Set(['/ping', '/replicas_status']);

export function createHttpServer(options: HttpOptions): Server {
  const server = createServer({ maxHeaderSize: LIMITS.headerBytes, keepAliveTimeout: 30_000 }, (request, response) => {
    void answer(options, request, response);
  });
  // A body may come as slowly as its source; headers may not.
  server.requestTimeout = 0;
  server.headersTimeout = 30_000;
  return server;
}

async function answer(options: HttpOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  let queryId: string | undefined;
  try {
    const url = new URL(`http://host${request.url ?? '/'}`);
    queryId = url.searchParams.get('query_id') ?? undefined;
    response.setHeader('X-ClickHouse-Server-Display-Name', 'linescope-clickhouse-host');
    if (ALIVE.has(url.pathname) || (url.pathname === '/' && request.method === 'GET' && url.search === '')) {
      const complaint = await options.engine.complaint();
      response.writeHead(complaint === undefined ? 200 : 503).end(`${complaint ?? 'Ok.'}\n`);
      return;
    }
    authenticate(request, url, options.password);
    if (url.pathname === '/health') {
      await sendHealth(options, response);
      return;
    }
    if (url.pathname !== '/') {
      response.writeHead(404).end(`There is no handle ${url.pathname}\n`);
      return;
    }
    if (request.method !== 'POST' && request.method !== 'GET') {
      throw exception('BAD_ARGUMENTS', 'Statements come by POST, or by GET when they only read.');
    }
    await runStatement(options, request, response, url, gone.signal);
  } catch (error) {
    const known = error instanceof ClickHouseException;
    if (!known && !response.destroyed) options.log('error', 'request failed', { error: String(error) });
    if (known) options.log('debug', 'statement failed', { queryId, code: error.code, error: error.message });
    sendException(request, response, queryId, known ? error : exception('ABORTED', 'The host failed at this request.'));
  }
}

/** For those who watch the host: what it says of itself, and what it takes. */
async function sendHealth({ engine }: HttpOptions, response: ServerResponse): Promise<void> {
  const complaint = await engine.complaint();
  const facts = {
    is_well: complaint === undefined,
    complaint: complaint ?? null,
    engine: engine.name,
    heap_bytes: engine.heap.bytes,
    heap_end_bytes: engine.heapEndBytes,
    resident_bytes: process.memoryUsage.rss() + (engine.name === 'native' ? engine.heap.bytes : 0),
    running: engine.running,
    waiting: engine.waiting,
  };
  const headers = { 'Content-Type': 'application/json; charset=UTF-8' };
  response.writeHead(complaint === undefined ? 200 : 503, headers).end(`${JSON.stringify(facts)}\n`);
}
