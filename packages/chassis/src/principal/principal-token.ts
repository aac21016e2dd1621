import { type Principal, principalSchema } from '@linescope/contract/principal';
import { jwtVerify, SignJWT } from 'jose';
import type { PrincipalKeys } from '../config/settings.ts';

export const PRINCIPAL_HEADER = 'x-linescope-principal';
const ISSUER = 'linescope-gateway';
const LIFETIME_SECONDS = 60;

const secretOf = (key: PrincipalKeys[number]): Uint8Array => Buffer.from(key.secret, 'base64url');

/** Signed and short-lived: a service believes who is calling only because the gateway says so. */
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

/** Verifies once per distinct token and remembers it until it expires: a caller's requests share one token for a while. */
export function createPrincipalVerifier(keys: PrincipalKeys): (token: string) => Promise<Principal | null> {
  const secrets = new Map(keys.map((key) => [key.kid, secretOf(key)]));
  const verified = new Map<string, { principal: Principal; expiresAt: number }>();
  return async (token) => {
    const known = verified.get(token);
    if (known && known.expiresAt > Date.now()) return known.principal;
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
      if (verified.size >= VERIFIED_LIMIT) verified.clear();
      verified.set(token, { principal, expiresAt: (payload.exp ?? 0) * 1000 });
      return principal;
    } catch {
      return null;
    }
  };
}
