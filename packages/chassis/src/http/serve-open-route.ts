import { success } from '@linescope/contract/envelope';
import type { Request, Response } from 'express';
import type { Runtime } from '../service/run-service.ts';
import { answerRequest } from './answer-request.ts';
import { htmlPage } from './html-page.ts';
import type { OpenRoute } from './open-route.ts';
import { readBytes } from './read-body.ts';
import { stringsOf } from './route.ts';

/** The express handler of a route without a token. */
export const serveOpenRoute =
  (runtime: Pick<Runtime<unknown>, 'log' | 'metrics'>, route: OpenRoute) =>
  (request: Request, response: Response): Promise<void> =>
    answerRequest(runtime, route, request, response, async () => {
      const { status, detail, fields, button } = await route.handle({
        params: stringsOf(request.params),
        headers: headersOf(request),
        readBody: () => readBytes(request),
      });
      const body = success(route.action, detail, fields);
      return route.page ? { status, body, html: htmlPage(route.page.title, detail, button) } : { status, body };
    });

function headersOf(request: Request): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return headers;
}
