import type { IncomingHttpHeaders } from 'node:http';
import {
  isForeign,
  readCookie,
  SESSION_PREFIX,
  type Site,
  sessionCookieName,
} from '@linescope/chassis/principal/session-cookie';
import { forbidden } from '@linescope/contract/fault';
import { readBearerToken } from './bearer-token.ts';

/** What a request proves itself by, or the sentence that refuses it. */
export interface Credential {
  token: string | null;
  refusal: string;
}

const NONE: Credential = {
  token: null,
  refusal: 'A bearer token is required: Authorization: Bearer <API_TOKEN>.',
};
const CONSOLE_ONLY: Credential = {
  token: null,
  refusal: 'A session is accepted only with the header X-Linescope-Console: 1, which the console sends.',
};

/**
 * A bearer token, or else the console's session cookie. Browsers add a cookie to whatever any site sends us, so it counts only
 * beside a header that no other site can send, and never for another origin.
 */
export function credentialOf(headers: IncomingHttpHeaders, trustedHops: number): Credential {
  if (headers.authorization !== undefined) {
    const token = readBearerToken(headers.authorization);
    if (token === null) return NONE;
    return {
      token: token.startsWith(SESSION_PREFIX) ? null : token,
      refusal: 'The bearer token is unknown, revoked or expired.',
    };
  }
  if (headers.cookie === undefined) return NONE;
  const site = siteOf(headers, trustedHops);
  const name = sessionCookieName(site);
  const secret = name && readCookie(headers.cookie, name);
  if (!secret?.startsWith(SESSION_PREFIX)) return NONE;
  if (headers['x-linescope-console'] !== '1') return CONSOLE_ONLY;
  if (isForeign(headers.origin, site)) throw forbidden('A session is accepted only from the console itself.');
  return { token: secret, refusal: 'The session has ended. Sign in again.' };
}

const siteOf = (headers: IncomingHttpHeaders, trustedHops: number): Site => {
  const trusted = trustedHops > 0 ? headers : {};
  return {
    isTls: trusted['x-forwarded-proto'] === 'https',
    host: String(trusted['x-forwarded-host'] ?? headers.host ?? ''),
  };
};
