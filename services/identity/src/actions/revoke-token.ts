import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { writeAudit } from '../store/audit-log.ts';
import { markRevoked } from '../store/tokens.ts';
import { announceTokenChange } from './announce-token-change.ts';

/** False where there is no such live token. */
export async function revokeToken(
  tx: Transaction,
  outbox: Outbox,
  revocation: { tokenId: number; actor: string },
): Promise<boolean> {
  const revoked = await markRevoked(tx, revocation.tokenId);
  const token = revoked.find(({ id }) => id === revocation.tokenId);
  await announceTokenChange(tx, outbox, revoked);
  if (!token) return false;
  await writeAudit(tx, {
    entityId: token.entity_id,
    actor: revocation.actor,
    action: 'token_revoked',
    detail: { token_id: token.id },
  });
  return true;
}
