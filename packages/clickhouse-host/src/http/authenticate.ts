import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { exception } from '../exception.ts';

/** One user, and a password only if the host was given one. Any user name will do. */
export function authenticate(request: IncomingMessage, url: URL, password: string | undefined): void {
  if (password === undefined) return;
  if (!sameText(givenPassword(request, url), password)) {
    throw exception('AUTHENTICATION_FAILED', 'Authentication failed: the password is wrong or missing.');
  }
}

function givenPassword(request: IncomingMessage, url: URL): string {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const credentials = Buffer.from(basic, 'base64').toString();
    return credentials.slice(credentials.indexOf(':') + 1);
  }
  return String(request.headers['x-clickhouse-key'] ?? url.searchParams.get('password') ?? '');
}

function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
