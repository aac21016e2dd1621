import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from './route.ts';

/** The token of `Bearer x`, `token x`, `Basic` (as password, or as user name with an empty password) or a vendor's key header. */
export function tokenOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  const [scheme = '', value = ''] = String(headers.authorization ?? '').split(/\s+/, 2);
  if (/^(bearer|token)$/i.test(scheme)) return value || undefined;
  if (!/^basic$/i.test(scheme)) return undefined;
  const [user = '', ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  const secret = password.join(':');
  // GitHub also takes the token as user name, with this word or nothing as password.
  return (secret === 'x-oauth-basic' ? user : secret || user) || undefined;
}

export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 12);
}

export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Finds who a token belongs to among the tokens this host was started with. */
export function callersOf(tokens: Record<string, string>): (token: string) => Caller | undefined {
  const known = Object.entries(tokens);
  return (token) => {
    const found = known.find(([candidate]) => sameSecret(candidate, token));
    return found && { login: found[1], fingerprint: fingerprint(token) };
  };
}
