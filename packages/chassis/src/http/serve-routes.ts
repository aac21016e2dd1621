import { createServer, type ServerResponse } from 'node:http';
import { Fault, forbidden, unauthenticated } from '@linescope/contract/fault';
import { roleAllows } from '@linescope/contract/roles';
import express, { type Request, type Response } from 'express';
import type { PrincipalKeys, ProcessConfig } from '../config/settings.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { createPrincipalVerifier, PRINCIPAL_HEADER } from '../principal/principal-token.ts';
import type { Runtime } from '../service/run-service.ts';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import { inSpan } from '../trace/tracing.ts';
import { announceClose, closeGently } from './close-gently.ts';
import { failureBody, toFault } from './failure-answer.ts';
import { answerOnce, readIdempotencyKey } from './idempotency.ts';
import { listen } from './listen.ts';
import { describeRoutes, type OpenRoute } from './openapi.ts';
import { readInput } from './read-input.ts';
import type { Answer, Route } from './route.ts';

export const API_PREFIX = '/api/v1';
const REQUEST_DEADLINE_MS = 30_000;

interface HttpConfig extends Pick<ProcessConfig, 'BIND_HOST' | 'SHARE_PORTS'> {
  HTTP_PORT: number;
  PRINCIPAL_KEYS: PrincipalKeys;
}

export interface HttpOptions {
  routes: Route[];
  postgres: Postgres;
  /** Extra handlers without a principal, such as signed links; they answer for themselves. */
  open?: (app: express.Express) => void;
  /** What of these the API document tells. */
  openRoutes?: OpenRoute[];
}

/** Serves a unit's routes over HTTP and returns the port it listens on. */
export async function serveRoutes(runtime: Runtime<HttpConfig>, options: HttpOptions): Promise<{ port: number }> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', () => ({}));
  const verify = createPrincipalVerifier(runtime.config.PRINCIPAL_KEYS);
  const document = JSON.stringify(describeRoutes(options.routes, options.openRoutes));

  // The gateway merges these; they hold no data, so they need no principal.
  app.get('/openapi.json', (_request, response) => void response.type('json').send(document));
  options.open?.(app);
  for (const route of options.routes) {
    const verb = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    app[verb](`${API_PREFIX}${route.path}`, (request: Request, response: Response) =>
      answerRequest(route, request, response, async (traceIdentifier) => {
        const principal = await verify(String(request.headers[PRINCIPAL_HEADER] ?? ''));
        if (!principal) throw unauthenticated();
        if (!roleAllows(principal.role, route.role)) throw forbidden(`This needs the role ${route.role}.`);
        const { input, ignored, body } = await readInput(route, request, stringsOf(request.params));
        nameIgnored(response, ignored);
        const context = {
          principal,
          traceIdentifier,
          signal: AbortSignal.any([closedSignal(response), AbortSignal.timeout(REQUEST_DEADLINE_MS)]),
        };
        const handle = () => route.handle(input, context);
        const key = route.method === 'GET' ? null : readIdempotencyKey(request.headers['idempotency-key']);
        if (key === null) return handle();
        return answerOnce(
          options.postgres,
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
  app.use((request: Request, response: Response) => {
    const allowed = options.routes.filter((route) => samePath(route.path, request.path)).map((route) => route.method);
    const fault =
      allowed.length > 0
        ? new Fault('response_method_not_allowed', `${request.method} is not allowed here.`, {
            headers: { allow: allowed.join(', ') },
          })
        : new Fault('response_not_found', 'There is no such path.');
    const traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]);
    sendFailure(response, fault, 'action_unknown', traceIdentifier);
  });

  async function answerRequest(
    route: Route,
    request: Request,
    response: Response,
    work: (trace: string) => Promise<Answer>,
  ) {
    const traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]);
    const stopTimer = runtime.metrics.httpDuration.startTimer({ action: route.action });
    await runInTrace({ traceIdentifier }, async () => {
      try {
        const answer = await inSpan(route.action, 'SERVER', {}, () => work(traceIdentifier));
        checkOutput(route, answer);
        response.set({ [TRACE_HEADER]: traceIdentifier, ...answer.headers });
        response.status(answer.status).json(answer.body);
      } catch (error) {
        const fault = toFault(error);
        if (fault.status >= 500)
          runtime.log[fault.status === 500 ? 'error' : 'warn']({ err: fault, action: route.action }, 'request failed');
        sendFailure(response, fault, route.action, traceIdentifier, route.failureFields);
      }
    });
    stopTimer();
    runtime.metrics.httpRequests.inc({ action: route.action, method: route.method, status: response.statusCode });
    runtime.log.debug({ action: route.action, status: response.statusCode, trace: traceIdentifier }, 'answered');
  }

  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 60_000, keepAliveTimeout: 75_000 }, app);
  server.on('clientError', (_error, socket) =>
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
  );
  const port = await listen(server, runtime.config, runtime.config.HTTP_PORT);
  runtime.onLeave(() => announceClose(server));
  runtime.onStop('http', () => closeGently(server));
  return { port };
}

function sendFailure(
  response: Response,
  fault: Fault,
  action: string,
  traceIdentifier: string,
  extra?: Record<string, unknown>,
) {
  if (response.headersSent || response.destroyed) return;
  response.set({ [TRACE_HEADER]: traceIdentifier, ...fault.headers });
  // A body that was not read to its end would be taken for the next request.
  if (!response.req.complete) response.set('connection', 'close');
  response.status(fault.status).json({ ...extra, ...failureBody(fault, action, traceIdentifier) });
}

function nameIgnored(response: Response, ignored: string[]): void {
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

/** Tests run with it on: an answer that its own schema refuses is our defect. */
function checkOutput(route: Route, answer: Answer): void {
  if (process.env['NODE_ENV'] === 'test') route.output.parse(answer.body);
}

const stringsOf = (params: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

const samePath = (pattern: string, path: string): boolean => {
  const expected = `${API_PREFIX}${pattern}`.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length && expected.every((part, index) => part.startsWith(':') || part === actual[index])
  );
};

function closedSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Fault('response_timeout', 'The client went away.'));
  });
  return controller.signal;
}
