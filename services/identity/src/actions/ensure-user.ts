import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { type Role, roleAllows } from '@linescope/contract/roles';
import { normaliseEmail, userNameOf } from '../domain/email.ts';
import { writeAudit } from '../store/audit-log.ts';
import { ensureUserRow, type Member, memberOf, roleOf, saveMembership } from '../store/users.ts';
import { setRole } from './set-role.ts';

export interface WantedMember {
  entityId: number;
  email: string;
  userName?: string | null;
  fullName?: string | null;
  avatarUrl?: string | null;
  role: Role;
  actor: string;
}

/**
 * The user of the address as a member of the entity. A member is reused as they are, and a role is never lowered; a user whom only
 * another entity knows is named by what is said here.
 */
export async function ensureUser(tx: Transaction, outbox: Outbox, wanted: WantedMember): Promise<Member> {
  const email = normaliseEmail(wanted.email);
  const names = {
    userName: wanted.userName || userNameOf(email),
    fullName: wanted.fullName || null,
    avatarUrl: wanted.avatarUrl || null,
  };
  const user = await ensureUserRow(tx, { email, ...names });
  const role = await roleOf(tx, wanted.entityId, user.id);
  if (role === null) {
    await saveMembership(tx, wanted.entityId, user.id, wanted.role, names);
    await writeAudit(tx, {
      entityId: wanted.entityId,
      actor: wanted.actor,
      action: 'member_added',
      detail: { user_id: user.id, role: wanted.role },
    });
  } else if (!roleAllows(role, wanted.role)) {
    await setRole(tx, outbox, { entityId: wanted.entityId, userId: user.id, role: wanted.role, actor: wanted.actor });
  }
  return memberOf(tx, wanted.entityId, user.id);
}
