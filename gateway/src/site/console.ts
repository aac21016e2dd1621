import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import helmet from 'helmet';

interface ServedFile {
  type: string;
  etag: string;
  cacheControl: string;
  /** By content encoding; `identity` is always there. */
  bodies: Map<string, Buffer>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** First segments of paths that are never a page of the console. */
const NO_PAGES = new Set(['api', 'assets', 'auth', 'docs', 'hooks', 'import_offers', 'invitations', 'mcp']);
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * The built console, read once: files under hashed names for ever, and its page for whatever a browser navigates to. Without a
 * build, its paths are those that nobody serves.
 */
export function consolePages(folder: string): Router {
  const files = readFiles(folder);
  const page = files.get('/index.html');
  const router = Router();
  if (!page) return router;
  router.use((request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const file = request.path === '/index.html' ? undefined : files.get(request.path);
    const found = file ?? (request.path === '/' || isNavigation(request) ? page : undefined);
    if (!found) return next();
    securityHeaders(request, response, () => send(request, response, found));
  });
  return router;
}

function readFiles(folder: string): Map<string, ServedFile> {
  if (!existsSync(folder)) return new Map();
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => extname(name) in TYPES);
  return new Map(names.map((name) => [`/${name}`, readServedFile(folder, name)]));
}

function readServedFile(folder: string, name: string): ServedFile {
  const plain = readFileSync(join(folder, name));
  const bodies = new Map([['identity', plain]]);
  for (const [encoding, suffix] of ENCODINGS) {
    const path = join(folder, name + suffix);
    if (existsSync(path)) bodies.set(encoding, readFileSync(path));
  }
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    cacheControl: name.startsWith('assets/') ? FOREVER : 'no-cache',
    bodies,
  };
}

function isNavigation(request: Request): boolean {
  const [, first = ''] = request.path.split('/');
  return !NO_PAGES.has(first) && (request.headers.accept ?? '').includes('text/html');
}

function send(request: Request, response: Response, file: ServedFile): void {
  const accepted = new Set(
    (request.headers['accept-encoding'] ?? '').split(',').flatMap((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
      return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  const encoding = ENCODINGS.map(([name]) => name).find((name) => accepted.has(name) && file.bodies.has(name));
  response.setHeader('vary', 'accept, accept-encoding');
  response.setHeader('cache-control', file.cacheControl);
  response.setHeader('etag', file.etag);
  if (request.headers['if-none-match'] === file.etag) return void response.status(304).end();
  response.setHeader('content-type', file.type);
  if (encoding) response.setHeader('content-encoding', encoding);
  const body = file.bodies.get(encoding ?? 'identity') ?? Buffer.alloc(0);
  response.setHeader('content-length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** No inline script or style, nothing from elsewhere but pictures of people, which code hosts serve. */
const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'https:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' },
  // Whether this host is to be reached by TLS only is for whoever put TLS in front to say.
  strictTransportSecurity: false,
});
