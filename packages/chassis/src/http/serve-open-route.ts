import { success } from '@linescope/contract/envelope';
import type { Request, Response } from 'express';
import type { Runtime } from '../service/run-service.ts';
import { answerRequest } from './answer-request.ts';
import { htmlPage } from './html-page.ts';
import type { OpenRoute } from './open-route.ts';
import { readPlainBytes } from './read-body.ts';
import { stringsOf } from './route.ts';
import { openFailuresOf, openStatusesOf } from './route-statuses.ts';

/** The express handler of a route without a token. */
export function serveOpenRoute(runtime: Pick<Runtime<unknown>, 'log' | 'metrics'>, route: OpenRoute) {
  const documented = new Set([...openStatusesOf(route), ...openFailuresOf(route)]);
  const answered = route.undocumented ? route : { ...route, documented };
  return (request: Request, response: Response): Promise<void> =>
    answerRequest(runtime, answered, request, response, async () => {
      const { status, detail, fields, button, cookies, redirect } = await route.handle({
        params: stringsOf(request.params),
        query: new URL(request.url, 'http://unit').searchParams,
        headers: headersOf(request),
        readBody: () => readPlainBytes(request),
      });
      // Whoever reads the document must know of a cookie; as with statuses, tests hold the routes to it.
      if (process.env['NODE_ENV'] === 'test' && cookies && !route.setsCookies)
        throw new Error(`${route.action} does not declare its cookies`);
      return {
        status: redirect === undefined || wantsOnlyJson(request) ? status : 303,
        body: success(route.action, detail, redirect === undefined ? fields : { ...fields, location: redirect }),
        headers: {
          ...(cookies ? { 'set-cookie': cookies, 'cache-control': 'no-store' } : {}),
          ...(redirect === undefined ? {} : { location: redirect }),
        },
        ...(route.page ? { html: htmlPage(route.page.title, detail, button) } : {}),
      };
    });
}

/** A program that would follow a redirect to a page is told the address instead. */
const wantsOnlyJson = (request: Request): boolean => request.headers.accept === 'application/json';

function headersOf(request: Request): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return headers;
}
