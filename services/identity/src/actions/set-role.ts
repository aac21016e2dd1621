import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Role } from '@linescope/contract/roles';
import { writeAudit } from '../store/audit-log.ts';
import { touchTokensOf } from '../store/tokens.ts';
import { saveMembership } from '../store/users.ts';
import { announceTokenChange } from './announce-token-change.ts';

/** A changed role takes effect as fast as a revocation: every token of the member is announced as changed. */
export async function setRole(
  tx: Transaction,
  outbox: Outbox,
  change: { entityId: number; userId: number; role: Role; actor: string },
): Promise<void> {
  const { entityId, userId, role, actor } = change;
  await saveMembership(tx, entityId, userId, role);
  await announceTokenChange(tx, outbox, await touchTokensOf(tx, entityId, userId));
  await writeAudit(tx, { entityId, actor, action: 'role_changed', detail: { user_id: userId, role } });
}
