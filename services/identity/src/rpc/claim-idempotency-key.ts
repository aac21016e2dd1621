import { claimIdempotencyKey as claim } from '../store/idempotency-claims.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const claimIdempotencyKey =
  ({ postgres }: RpcContext): IdentityHandlers['claimIdempotencyKey'] =>
  async (request) => ({ claimed: await claim(postgres, request) });
