import type { IdentityCalls } from '../scope/resolve-scope.ts';
import type { ClaimIdempotencyKey } from './idempotency.ts';

/** Claims keys at identity, which holds those of all services. */
export const claimAtIdentity =
  (identity: Pick<IdentityCalls, 'claimIdempotencyKey'>): ClaimIdempotencyKey =>
  async (claim) =>
    (await identity.claimIdempotencyKey(claim)).claimed;
