import { unauthenticated } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Request, Response } from 'express';
import { PRINCIPAL_HEADER } from '../principal/principal-token.ts';
import type { Runtime } from '../service/run-service.ts';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import { inSpan } from '../trace/tracing.ts';
import { checkAllowed } from './check-allowed.ts';
import { toFault } from './failure-answer.ts';
import type { RawRoute } from './raw-route.ts';
import { readBytes } from './read-body.ts';

/** The express handler of a route in another protocol's form. */
export const serveRawRoute =
  (
    { log, metrics }: Pick<Runtime<unknown>, 'log' | 'metrics'>,
    verify: (header: string) => Promise<Principal | null>,
    route: RawRoute,
  ) =>
  async (request: Request, response: Response): Promise<void> => {
    const { action } = route;
    const traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]);
    const stopTimer = metrics.httpDuration.startTimer({ action });
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    response.set(TRACE_HEADER, traceIdentifier);
    await runInTrace({ traceIdentifier }, async () => {
      try {
        const { type, bytes } = await inSpan(action, 'SERVER', {}, async () => {
          const principal = await verify(String(request.headers[PRINCIPAL_HEADER] ?? ''));
          if (!principal) throw unauthenticated();
          checkAllowed(principal, route);
          return route.handle({
            principal,
            headers: request.headers,
            readBody: () => readBytes(request, route.bodyLimit),
            signal: closed.signal,
          });
        });
        response.status(200).type(type).send(bytes);
      } catch (error) {
        const fault = toFault(error);
        if (fault.status >= 500) log[fault.status === 500 ? 'error' : 'warn']({ err: fault, action }, 'request failed');
        if (response.headersSent || response.destroyed) return;
        const { type, bytes } = route.describeFault(fault, request.headers);
        response.set(fault.headers);
        // A body that was not read to its end would be taken for the next request.
        if (!request.complete) response.set('connection', 'close');
        response.status(fault.status).type(type).send(bytes);
      }
    });
    stopTimer();
    metrics.httpRequests.inc({ action, method: route.method, status: response.statusCode });
  };
