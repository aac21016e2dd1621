import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';
import helmet from 'helmet';
import { guidePage, readGuides } from './guides.ts';

const ASSETS = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const SERVED = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const STYLE = readFileSync(new URL('guides.css', import.meta.url), 'utf8');

const REFERENCE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Linescope API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<p><a href="/docs">All documentation</a></p>
<div id="reference"><noscript>The API is described in <a href="/openapi.json">openapi.json</a>.</noscript></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** Guides and reference work offline: pages, scripts and styles all come from here, and the policy lets nothing else in. */
export function docsPages(): Router {
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
  router.get('/', (_request, response) => void response.type('html').send(guidePage(guides, undefined)));
  for (const guide of guides) {
    const page = guidePage(guides, guide);
    router.get(`/guides/${guide.slug}`, (_request, response) => void response.type('html').send(page));
  }
  router.get('/guides.css', (_request, response) => void response.type('css').send(STYLE));
  router.get('/reference', (_request, response) => void response.type('html').send(REFERENCE));
  router.get('/start.js', (_request, response) => void response.type('js').send(START));
  const assets = express.static(ASSETS, { index: false, redirect: false, maxAge: '1h' });
  router.use((request, response, next) => {
    if (SERVED.has(request.path.slice(1))) assets(request, response, next);
    else next();
  });
  return router;
}
