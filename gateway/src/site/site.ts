import { Fault } from '@linescope/contract/fault';
import express, { type Express } from 'express';
import type { Catalogue } from '../openapi/catalogue.ts';
import { consolePages } from './console.ts';
import type { Failing } from './dependencies.ts';
import { docsPages } from './docs.ts';

export interface SiteParts {
  catalogue: Catalogue;
  /** The dependencies that do not work. */
  failing(): Promise<Failing>;
  /** Where the built console is. */
  consoleDir: string;
}

/** What the gateway answers itself, none of it with a token: health, the API description and its browsable form, the console. */
export function createSite(parts: SiteParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', () => ({}));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    const { failing, causes } = await parts.failing();
    response.status(failing.length === 0 ? 200 : 503);
    response.json({ status: failing.length === 0 ? 'ok' : 'unavailable', failing, causes });
  });
  app.get('/openapi.json', (_request, response) => {
    const document = parts.catalogue.document();
    // A client made from half of it would be missing the rest for good.
    if (document === null) response.status(503).set('retry-after', '2').json({ status: 'starting' });
    else response.type('json').send(document);
  });
  app.all(['/healthz', '/readyz', '/openapi.json'], ({ method }) => {
    throw new Fault('response_method_not_allowed', `${method} is not allowed here.`, {
      headers: { allow: 'GET, HEAD' },
    });
  });
  app.use('/docs', docsPages(parts.catalogue));
  app.use(consolePages(parts.consoleDir));
  return app;
}
