import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { writeAudit } from '../store/audit-log.ts';
import { saveRateLimit } from '../store/tokens.ts';
import { announceTokenChange } from './announce-token-change.ts';

/** Null returns the token to the deployment's own limit. False where there is no such token. */
export async function setRateLimit(
  tx: Transaction,
  outbox: Outbox,
  change: { tokenId: number; perMinute: number | null; actor: string },
): Promise<boolean> {
  const token = await saveRateLimit(tx, change.tokenId, change.perMinute);
  if (!token) return false;
  await announceTokenChange(tx, outbox, [token]);
  await writeAudit(tx, {
    entityId: token.entity_id,
    actor: change.actor,
    action: 'rate_limit_changed',
    detail: { token_id: token.id, per_minute: change.perMinute },
  });
  return true;
}
