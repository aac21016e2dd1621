/** Sessions are distinguished from API tokens by their prefix: a session is taken from its cookie only, a token from its header only. */
export const SESSION_PREFIX = 'lss_';

/** Where a request came in, as the browser saw it. */
export interface Site {
  isTls: boolean;
  /** Host and port, as in the address bar. */
  host: string;
}

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?$/i;

/**
 * The name of the session's cookie, or null on plain HTTP beyond this machine, where a cookie could be read on the way.
 * Browsers share cookies between the ports of a host, so that on loopback the port is part of the name.
 */
export function sessionCookieName({ isTls, host }: Site): string | null {
  if (isTls) return '__Host-linescope_session';
  const loopback = LOOPBACK.exec(host);
  return loopback && `linescope_session${loopback[2] ? `_${loopback[2]}` : ''}`;
}

export const originOf = ({ isTls, host }: Site): string => `${isTls ? 'https' : 'http'}://${host}`;

/** Browsers name the origin of whatever could change something; one that is not ours is another site's page. */
export const isForeign = (origin: string | null | undefined, site: Site): boolean =>
  origin !== null && origin !== undefined && origin.toLowerCase() !== originOf(site).toLowerCase();

export function readCookie(header: string | null | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** A session cookie: for this site alone, out of reach of scripts, sent along when somebody follows a link to us. */
export const setCookie = (name: string, value: string, site: Site, maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${site.isTls ? '; Secure' : ''}`;
