import { Fault } from '@linescope/contract/fault';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Runtime } from '../service/run-service.ts';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import { inSpan } from '../trace/tracing.ts';
import { failureBody, toFault } from './failure-answer.ts';
import { htmlPage, PAGE_HEADERS } from './html-page.ts';
import { readBack } from './json-parts.ts';
import { sendJson, sendStream } from './send-answer.ts';

/** What answering needs to know of a route, with a token or without. */
export interface AnsweredRoute {
  method: string;
  /** Every status that the document names; a test that sees another fails. Absent where the route is not in it. */
  documented?: ReadonlySet<number>;
  /** Its answer carries an ETag, and is not sent again to who has it. */
  revalidates?: boolean;
  action: string;
  output: z.ZodType;
  failureFields?: Record<string, unknown>;
  page?: { title: string };
}

export interface ReadyAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string | string[]>;
  /** Sent instead of the body where a browser asks for a page. */
  html?: string;
  /** Sent instead of the body, as it is made. */
  stream?: { type: string; text: AsyncGenerator<string> };
  /** Told how many bytes were made of the body. */
  charge?(bytes: number): void;
}

/** What all requests share: a trace, a span, metrics, faults mapped once, and a page for browsers where the route has one. */
export async function answerRequest(
  { log, metrics }: Pick<Runtime<unknown>, 'log' | 'metrics'>,
  route: AnsweredRoute,
  request: Request,
  response: Response,
  work: (traceIdentifier: string) => Promise<ReadyAnswer>,
): Promise<void> {
  const { action, method } = route;
  const traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]);
  const stopTimer = metrics.httpDuration.startTimer({ action });
  await runInTrace({ traceIdentifier }, async () => {
    try {
      const answer = await inSpan(action, 'SERVER', {}, () => work(traceIdentifier));
      // What fails before the first part is a failure like any other; after it, the connection is ended.
      const first = await answer.stream?.text.next();
      if (!answer.stream) checkOutput(route, answer);
      checkStatus(route, answer.status);
      response.setHeader(TRACE_HEADER, traceIdentifier);
      if (route.page || answer.headers) response.set({ ...pageHeaders(route), ...answer.headers });
      response.status(answer.status);
      if (answer.html !== undefined && wantsPage(request)) response.type('html').send(answer.html);
      else if (answer.stream && first) {
        response.type(answer.stream.type);
        await sendStream(request, response, answer.stream.text, first);
      } else {
        const made = await sendJson(request, response, answer.body, route.revalidates ?? false);
        answer.charge?.(made);
      }
    } catch (error) {
      const fault = documentedFault(route, toFault(error));
      if (fault.status >= 500) log[fault.status === 500 ? 'error' : 'warn']({ err: fault, action }, 'request failed');
      sendFailure(request, response, fault, route, traceIdentifier);
    }
  });
  stopTimer();
  metrics.httpRequests.inc({ action, method, status: response.statusCode });
  log.debug({ action, status: response.statusCode, trace: traceIdentifier }, 'answered');
}

export function sendFailure(
  request: Request,
  response: Response,
  fault: Fault,
  route: Pick<AnsweredRoute, 'action' | 'failureFields' | 'page'>,
  traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]),
): void {
  if (response.headersSent && !response.writableEnded) response.destroy();
  if (response.headersSent || response.destroyed) return;
  response.set({ [TRACE_HEADER]: traceIdentifier, ...pageHeaders(route), ...fault.headers });
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) response.set('connection', 'close');
  response.status(fault.status);
  if (route.page && wantsPage(request)) response.type('html').send(htmlPage(route.page.title, fault.message));
  else response.json({ ...route.failureFields, ...failureBody(fault, route.action, traceIdentifier) });
}

const wantsPage = (request: Request): boolean => String(request.headers.accept ?? '').includes('text/html');

const pageHeaders = ({ page }: Pick<AnsweredRoute, 'page'>): Record<string, string> => (page ? PAGE_HEADERS : {});

/** Tests run with it on: an answer that its own schema refuses is our defect. */
function checkOutput(route: AnsweredRoute, answer: ReadyAnswer): void {
  if (process.env['NODE_ENV'] !== 'test') return;
  route.output.parse(readBack(answer.body));
}

/** In tests, a failure that the document does not name becomes a defect of ours, which no test expects. */
function documentedFault({ documented, action }: AnsweredRoute, fault: Fault): Fault {
  if (process.env['NODE_ENV'] !== 'test' || !documented || documented.has(fault.status)) return fault;
  return new Fault(
    'response_internal_error',
    `${action} failed with ${fault.status}, which its document does not name.`,
  );
}

function checkStatus({ documented, action }: AnsweredRoute, status: number): void {
  if (process.env['NODE_ENV'] === 'test' && documented && !documented.has(status))
    throw new Error(`${action} answered ${status}, which its document does not name`);
}

/** The router could not decode a path parameter, or something else went wrong before a route was found. */
export const routingFault = (error: unknown): Fault =>
  error instanceof URIError
    ? new Fault('response_invalid_parameters', 'The path is not valid percent-encoded UTF-8.', { cause: error })
    : toFault(error);
