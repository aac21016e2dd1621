import type { Site } from '@linescope/chassis/principal/session-cookie';

/** The address under which the gateway was reached, as it forwards it. */
export const siteOf = (headers: Headers): Site => ({
  isTls: headers.get('x-forwarded-proto') === 'https',
  host: headers.get('x-forwarded-host') ?? headers.get('host') ?? '',
});

/** Where to go on after signing in: a path of ours, and nothing that a browser would take for another host. */
export const returnPath = (wanted: string | null): string =>
  wanted !== null && wanted.length <= 2_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) ? wanted : '/';
