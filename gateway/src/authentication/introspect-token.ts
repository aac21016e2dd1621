import { createPrincipalSigner } from '@linescope/chassis/principal/principal-token';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { principalSchema } from '@linescope/contract/principal';
import type { GatewayConfig } from '../config.ts';
import type { Caller } from './introspection-cache.ts';

const DEADLINE_MS = 3_000;
const READINESS_DEADLINE_MS = 900;

/** Introspects tokens over gRPC; a valid one gets a signed principal that the services can verify. */
export function createIntrospect(
  runtime: Runtime<GatewayConfig>,
  identity: IdentityCalls,
): (token: string) => Promise<Caller | null> {
  const sign = createPrincipalSigner(runtime.config.PRINCIPAL_KEYS);
  // No token is empty: identity answers without a look-up, which is enough for a readiness check.
  runtime.readiness.add('identity', async () => {
    await identity.introspect({ token: '' }, { deadlineMs: READINESS_DEADLINE_MS });
  });
  return async (token) => {
    const answer = await identity.introspect({ token }, { deadlineMs: DEADLINE_MS });
    if (!answer.active) return null;
    // gRPC has no null: no scopes at all is a token without a limit.
    const { scopes, allowedOrigins, ...caller } = answer;
    const principal = principalSchema.parse(scopes.length === 0 ? caller : { ...caller, scopes });
    return {
      tokenId: principal.tokenId,
      entityId: principal.entityId,
      rateLimitPerMinute: answer.rateLimitPerMinute,
      expiresAtMs: answer.expiresAtMs,
      allowedOrigins,
      principalHeader: await sign(principal),
    };
  };
}
