import { failureBody, toFault } from '@linescope/chassis/http/failure-answer';
import { BODY_LIMIT } from '@linescope/chassis/http/read-body';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '@linescope/chassis/trace/trace-context';
import { success } from '@linescope/contract/envelope';
import { Fault } from '@linescope/contract/fault';
import type { Express, Request } from 'express';
import type { Context } from '../context.ts';
import type { Storekeeper } from '../sync/keep-stored.ts';
import { takeHook } from './take-hook.ts';

const ACTION = 'action_hook_taken';

/** Messages of code hosts, without a bearer token: the signature over their raw bytes is the proof. */
export const openHooks =
  (context: Context, storekeeper: Storekeeper) =>
  (app: Express): void => {
    app.post('/hooks/:host/:connection', async (request, response) => {
      const traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]);
      response.set(TRACE_HEADER, traceIdentifier);
      await runInTrace({ traceIdentifier }, async () => {
        try {
          await takeHook(context, storekeeper, {
            host: String(request.params['host']),
            connection: String(request.params['connection']),
            headers: headersOf(request),
            rawBody: await readBytes(request),
          });
          response.status(202).json(success(ACTION, 'The message was taken.', {}));
        } catch (error) {
          const fault = toFault(error);
          if (fault.status >= 500) context.log.error({ err: fault, action: ACTION }, 'request failed');
          if (!request.complete) response.set('connection', 'close');
          response
            .set(fault.headers)
            .status(fault.status)
            .json(failureBody(fault, ACTION, traceIdentifier));
        }
      });
    });
  };

function headersOf(request: Request): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return headers;
}

async function readBytes(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > BODY_LIMIT) throw new Fault('response_payload_too_large', 'The message is larger than 1 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
