import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';
import helmet from 'helmet';
import type { Catalogue } from '../openapi/catalogue.ts';
import { docsPage } from './docs-page.ts';
import { guideContent, guideIndex, readGuides } from './guides.ts';
import { type ApiDocument, readApiDocument } from './reference/api-document.ts';
import { operationPage, operationsOf, referenceIndex } from './reference/reference-pages.ts';

const ASSETS = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const SERVED = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const STYLE = readFileSync(new URL('guides.css', import.meta.url), 'utf8');
const TRY_STYLE = readFileSync(new URL('try.css', import.meta.url), 'utf8');

const TRY = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the API · Linescope</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/try.css">
</head>
<body>
<p><a href="/docs">Documentation</a> · <a href="/docs/reference">API reference</a></p>
<div id="reference"><noscript>The API is described in <a href="/openapi.json">openapi.json</a>.</noscript></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** Guides and reference work offline: pages, scripts and styles all come from here, and the policy lets nothing else in. */
export function docsPages(catalogue: Pick<Catalogue, 'document'>): Router {
  const router = Router();
  router.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      // Whether this host is to be reached by TLS only is for whoever put TLS in front to say.
      strictTransportSecurity: false,
    }),
  );
  const guides = readGuides();
  const page = (path: string, title: string | null, content: string, document?: ApiDocument) =>
    docsPage(guides, { path: `/docs${path}`, title, content, ...(document && { document }) });
  router.get('/', (_request, response) => void response.type('html').send(page('', null, guideIndex(guides))));
  router.get('/guides', (_request, response) => response.redirect('/docs'));
  for (const guide of guides) {
    const path = `/guides/${guide.slug}`;
    const html = page(path, guide.title, guideContent(guides, guide));
    router.get(path, (_request, response) => void response.type('html').send(html));
  }
  const readReference = createReference(catalogue);
  router.get('/reference', (_request, response) => {
    const document = readReference();
    if (document === null) return void response.status(503).set('retry-after', '2').type('html').send(STARTING);
    response.type('html').send(page('/reference', 'API reference', referenceIndex(document), document));
  });
  router.get('/reference/:operation', (request, response, next) => {
    const document = readReference();
    const operation = document && operationsOf(document).find((one) => one.operationId === request.params.operation);
    if (!document || !operation) return void next();
    const path = `/reference/${operation.operationId}`;
    response.type('html').send(page(path, operation.summary, operationPage(document, operation), document));
  });
  router.get('/guides.css', (_request, response) => void response.type('css').send(STYLE));
  router.get('/try', (_request, response) => void response.type('html').send(TRY));
  router.get('/try.css', (_request, response) => void response.type('css').send(TRY_STYLE));
  router.get('/start.js', (_request, response) => void response.type('js').send(START));
  const assets = express.static(ASSETS, { index: false, redirect: false, maxAge: '1h' });
  router.use((request, response, next) => {
    if (SERVED.has(request.path.slice(1))) assets(request, response, next);
    else next();
  });
  return router;
}

const STARTING = '<!doctype html><title>Linescope</title><p>The services are starting: reload in a moment.';

/** Read anew only when the units have told something new. */
function createReference(catalogue: Pick<Catalogue, 'document'>): () => ApiDocument | null {
  let read: { json: string; document: ApiDocument } | null = null;
  return () => {
    const json = catalogue.document();
    if (json === null) return null;
    if (read?.json !== json) read = { json, document: readApiDocument(json) };
    return read.document;
  };
}
