import { type Principal, principalSchema } from '@linescope/contract/principal';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { PrincipalKeys } from '../config/settings.ts';
import type { Logger } from '../log/logger.ts';

export const PRINCIPAL_HEADER = 'x-linescope-principal';
const ISSUER = 'linescope-gateway';
const LIFETIME_SECONDS = 60;

const secretOf = (key: PrincipalKeys[number]): Uint8Array => Buffer.from(key.secret, 'base64url');

/** Signed and short-lived: a service trusts the caller's identity only because the gateway signed it. */
export function createPrincipalSigner(keys: PrincipalKeys): (principal: Principal) => Promise<string> {
  const [first] = keys;
  if (!first) throw new Error('PRINCIPAL_KEYS is empty');
  const secret = secretOf(first);
  return (principal) =>
    new SignJWT({ principal })
      .setProtectedHeader({ alg: 'HS256', kid: first.kid })
      .setIssuer(ISSUER)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_SECONDS}s`)
      .sign(secret);
}

const VERIFIED_LIMIT = 10_000;

/** Once in a while is enough of what concerns every request. */
const LOGGED_EVERY_MS = 10_000;

export function logRefusals(log: Pick<Logger, 'warn'>): (reason: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (reason) => {
    if (performance.now() - loggedAt < LOGGED_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ reason }, "the gateway's signature of a caller was refused, which is answered with 401");
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "it has expired: the clock here is ahead of the gateway's";
  if (error instanceof UnknownKey || error instanceof errors.JWSSignatureVerificationFailed)
    return 'it is of a key that is not among PRINCIPAL_KEYS here, or of another key of that name';
  return 'it is malformed';
}

class UnknownKey extends Error {}

/**
 * Verifies each distinct token once and caches the result until it expires: a caller's requests share one token for a while.
 * `onRefused` is told of one that the gateway may have signed, since then every caller is refused, and none can help it.
 */
export function createPrincipalVerifier(
  keys: PrincipalKeys,
  onRefused: (reason: string) => void = () => {},
): (token: string) => Promise<Principal | null> {
  const secrets = new Map(keys.map((key) => [key.kid, secretOf(key)]));
  const verified = new LRUCache<string, Principal>({ max: VERIFIED_LIMIT });
  return async (token) => {
    const known = verified.get(token);
    if (known) return known;
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => secrets.get(header.kid ?? '') ?? Promise.reject(new UnknownKey()),
        {
          issuer: ISSUER,
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
        },
      );
      const principal = principalSchema.parse(payload.principal);
      verified.set(token, principal, { ttl: (payload.exp ?? 0) * 1000 - Date.now() });
      return principal;
    } catch (error) {
      if (token !== '') onRefused(reasonOf(error));
      return null;
    }
  };
}
