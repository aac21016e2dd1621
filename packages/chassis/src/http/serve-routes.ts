import { createServer, type ServerResponse } from 'node:http';
import { Fault, unauthenticated } from '@linescope/contract/fault';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { PrincipalKeys, ProcessConfig } from '../config/settings.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { createPrincipalVerifier, logRefusals, PRINCIPAL_HEADER } from '../principal/principal-token.ts';
import type { Runtime } from '../service/run-service.ts';
import { EXPORT_TYPES } from './answer-format.ts';
import { answerRequest, routingFault, sendFailure } from './answer-request.ts';
import { type ByteShares, byteShareLimits, createByteShares, type Turn } from './byte-shares.ts';
import { checkAllowed } from './check-allowed.ts';
import { announceClose, closeGracefully } from './close-gracefully.ts';
import { COSTLY_READS, createCostlyReads } from './costly-reads.ts';
import { exportRecords } from './export-records.ts';
import { answerOnce, type ClaimIdempotencyKey, readIdempotencyKey } from './idempotency.ts';
import { wrapCursor } from './list-cursor.ts';
import { listen } from './listen.ts';
import type { OpenRoute } from './open-route.ts';
import { describeRoutes } from './openapi.ts';
import type { RawRoute } from './raw-route.ts';
import { readBody } from './read-body.ts';
import { readInput } from './read-input.ts';
import { type Answer, type Route, revalidates, stringsOf } from './route.ts';
import { failuresOf, statusesOf } from './route-statuses.ts';
import { serveOpenRoute } from './serve-open-route.ts';
import { serveRawRoute } from './serve-raw-route.ts';
import { clientGone, watchRequest } from './watch-request.ts';

export const API_PREFIX = '/api/v1';

interface HttpConfig extends Pick<ProcessConfig, 'BIND_HOST' | 'SHARE_PORTS'> {
  ENTITY_BYTES_PER_SECOND: number;
  HTTP_PORT: number;
  PRINCIPAL_KEYS: PrincipalKeys;
}

export interface HttpOptions {
  routes: Route[];
  /** Routes without a token, such as signed links and webhooks. */
  openRoutes?: OpenRoute[];
  /** Routes in the form of another protocol. */
  rawRoutes?: RawRoute[];
  postgres: Postgres;
  /** Whether a key is this request's, over all services. */
  claimIdempotencyKey: ClaimIdempotencyKey;
}

/** Serves a service's routes over HTTP and returns the port it listens on. */
export async function serveRoutes(runtime: Runtime<HttpConfig>, options: HttpOptions): Promise<{ port: number }> {
  const { openRoutes = [], rawRoutes = [] } = options;
  const costlyReads = createCostlyReads(COSTLY_READS);
  const shares = createByteShares(byteShareLimits(runtime.config.ENTITY_BYTES_PER_SECOND));
  const routes = options.routes.map((route) => (route.costly ? costlyReads.limit(route) : route));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', () => ({}));
  const verify = createPrincipalVerifier(runtime.config.PRINCIPAL_KEYS, logRefusals(runtime.log));
  const document = JSON.stringify(describeRoutes(routes, openRoutes, rawRoutes));

  // The gateway merges these documents; they hold no data, so they need no principal.
  app.get('/openapi.json', (_request, response) => void response.type('json').send(document));
  // For the gateway, whose public `/readyz` says what is wrong with each unit.
  app.get('/readyz', async (_request, response) => {
    const failing = await runtime.readiness.failing();
    response.status(failing.length === 0 ? 200 : 503).json({ failing });
  });
  for (const route of openRoutes) app[verbOf(route)](route.path, serveOpenRoute(runtime, route));
  for (const route of rawRoutes) app.post(route.path, serveRawRoute(runtime, verify, route));
  for (const route of routes) {
    const documented = new Set([...statusesOf(route), ...failuresOf(route)]);
    const answered = { ...route, documented, revalidates: revalidates(route) };
    app[verbOf(route)](`${API_PREFIX}${route.path}`, (request: Request, response: Response) =>
      answerRequest(runtime, answered, request, response, async (traceIdentifier) => {
        const principal = await verify(String(request.headers[PRINCIPAL_HEADER] ?? ''));
        if (!principal) throw unauthenticated();
        checkAllowed(principal, route);
        const { charge, end } = await beginTurn(shares, principal.entityId, response);
        const body = await readBody(request);
        charge(body.bytes.length);
        const { signal, stopClock } = watchRequest(response);
        const context = { principal, traceIdentifier, signal };
        const read = () => {
          const found = readInput(route, request.url, body, stringsOf(request.params), request.headers.accept);
          setIgnoredParameters(response, found.ignored);
          return found;
        };
        if (route.method === 'GET') {
          const { input, format, values } = read();
          if (format === null) return { ...withCursor(route, await route.handle(input, context), values), charge };
          // An export has a pace of its own.
          end();
          stopClock();
          const giveWay = (tookMs: number) => costlyReads.giveWay(principal.entityId, tookMs);
          const text = exportRecords(route, input, context, format, giveWay);
          return { status: 200, body: null, stream: { type: EXPORT_TYPES[format], text } };
        }
        const handle = async () => {
          const { input, values } = read();
          return { ...withCursor(route, await route.handle(input, context), values), charge };
        };
        const key = readIdempotencyKey(request.headers['idempotency-key']);
        if (key === null) return handle();
        return answerOnce(
          options.postgres,
          options.claimIdempotencyKey,
          {
            key,
            principal,
            action: route.action,
            url: request.originalUrl,
            bytes: body.bytes,
            unlinked: route.unlinked === true,
          },
          handle,
        );
      }),
    );
  }

  const served = [
    ...openRoutes,
    ...rawRoutes,
    ...routes.map((route) => ({ ...route, path: `${API_PREFIX}${route.path}` })),
  ];
  const servedAt = (path: string): ServedRoute[] => served.filter((route) => matchesPath(route.path, path));
  app.use((request: Request, response: Response) => {
    const found = servedAt(request.path);
    sendFailure(request, response, found.length > 0 ? methodFault(request.method, found) : unknownPath(), {
      action: 'action_unknown',
      ...(found[0]?.page ? { page: found[0].page } : {}),
    });
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const fault = routingFault(error);
    if (fault.status >= 500) runtime.log.error({ err: fault, path: request.path }, 'request failed before its route');
    sendFailure(request, response, fault, servedAt(request.path)[0] ?? { action: 'action_unknown' });
  });

  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 60_000, keepAliveTimeout: 75_000 }, app);
  server.on('clientError', (_error, socket) =>
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
  );
  const port = await listen(server, runtime.config, runtime.config.HTTP_PORT);
  runtime.onDrain(() => announceClose(server));
  runtime.onStop('http', () => closeGracefully(server));
  return { port };
}

/** Before the body is read: until then it waits at its sender. */
async function beginTurn(shares: ByteShares, entityId: number, response: ServerResponse): Promise<Turn> {
  const turn = await shares.begin(entityId);
  response.once('close', turn.end);
  if (!response.destroyed) return turn;
  turn.end();
  throw clientGone();
}

/** A list's cursor also fixes what was asked for, whether it is a field or, of a bare array, a header. */
function withCursor({ path }: Route, answer: Answer, values: Record<string, unknown>): Answer {
  const { body, headers } = answer;
  if (headers?.[NEXT_CURSOR])
    return { ...answer, headers: { ...headers, [NEXT_CURSOR]: wrapCursor(path, values, headers[NEXT_CURSOR]) } };
  if (!isFields(body) || typeof body['next_cursor'] !== 'string') return answer;
  return { ...answer, body: { ...body, next_cursor: wrapCursor(path, values, body['next_cursor']) } };
}

const NEXT_CURSOR = 'x-next-cursor';

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface ServedRoute {
  method: string;
  path: string;
  action: string;
  failureFields?: Record<string, unknown>;
  page?: { title: string };
}

const verbOf = ({ method }: Route | OpenRoute) => method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';

const unknownPath = (): Fault => new Fault('response_not_found', 'There is no such path.');

const methodFault = (method: string, served: ServedRoute[]): Fault =>
  new Fault('response_method_not_allowed', `${method} is not allowed here.`, {
    headers: { allow: served.map((route) => route.method).join(', ') },
  });

function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.replace(/\/$/, '').split('/'); // as express, which takes a slash more
  const isMet = (part: string, index: number) => (part.startsWith(':') ? actual[index] !== '' : part === actual[index]);
  return expected.length === actual.length && expected.every(isMet);
}

/** As many of the names as fit in a header of a kilobyte. */
function setIgnoredParameters(response: Response, ignored: string[]): void {
  if (ignored.length === 0) return;
  let header = '';
  for (const name of ignored) {
    const next =
      header === '' ? encodeURIComponent(name.toWellFormed()) : `${header},${encodeURIComponent(name.toWellFormed())}`;
    if (next.length > 1024) break;
    header = next;
  }
  if (header !== '') response.set('x-ignored-parameters', header);
}
