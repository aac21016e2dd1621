import { type Principal, principalSchema } from '@linescope/contract/principal';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { PrincipalKeys } from '../config/settings.ts';

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

/** Verifies each distinct token once and caches the result until it expires: a caller's requests share one token for a while. */
export function createPrincipalVerifier(keys: PrincipalKeys): (token: string) => Promise<Principal | null> {
  const secrets = new Map(keys.map((key) => [key.kid, secretOf(key)]));
  const verified = new LRUCache<string, Principal>({ max: VERIFIED_LIMIT });
  return async (token) => {
    const known = verified.get(token);
    if (known) return known;
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => secrets.get(header.kid ?? '') ?? Promise.reject(new Error('unknown key')),
        {
          issuer: ISSUER,
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
        },
      );
      const principal = principalSchema.parse(payload.principal);
      verified.set(token, principal, { ttl: (payload.exp ?? 0) * 1000 - Date.now() });
      return principal;
    } catch {
      return null;
    }
  };
}
