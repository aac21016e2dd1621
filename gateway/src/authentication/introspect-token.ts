import { createPrincipalSigner } from '@linescope/chassis/principal/principal-token';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { principalSchema } from '@linescope/contract/principal';
import { identityRpc } from '@linescope/proto/services';
import type { GatewayConfig } from '../config.ts';
import type { Caller } from './introspection-cache.ts';

const DEADLINE_MS = 3_000;
const READINESS_DEADLINE_MS = 900;

/** Introspects tokens over gRPC; a valid one gets a signed principal that the services can verify. */
export function createIntrospect(runtime: Runtime<GatewayConfig>): (token: string) => Promise<Caller | null> {
  const identity = openRpcClient(runtime, identityRpc, runtime.config.IDENTITY_GRPC);
  const sign = createPrincipalSigner(runtime.config.PRINCIPAL_KEYS);
  // No token is empty: identity answers without a look-up, which is enough for a readiness check.
  runtime.readiness.add('identity', async () => {
    await identity.introspect({ token: '' }, { deadlineMs: READINESS_DEADLINE_MS });
  });
  return async (token) => {
    const answer = await identity.introspect({ token }, { deadlineMs: DEADLINE_MS });
    if (!answer.active) return null;
    // gRPC has no null: no scopes at all is a token without a limit.
    const { scopes, ...caller } = answer;
    const principal = principalSchema.parse(scopes.length === 0 ? caller : { ...caller, scopes });
    return {
      tokenId: principal.tokenId,
      rateLimitPerMinute: answer.rateLimitPerMinute,
      expiresAtMs: answer.expiresAtMs,
      principalHeader: await sign(principal),
    };
  };
}
