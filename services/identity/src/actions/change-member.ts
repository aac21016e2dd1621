import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { conflict, forbidden, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { type Role, roleAllows } from '@linescope/contract/roles';
import type { Context } from '../context.ts';
import { writeAudit } from '../store/audit-log.ts';
import { countConnectionsOf, deleteMember, findMember, type ListedMember, otherAdmins } from '../store/members.ts';
import { markRevokedOf } from '../store/tokens.ts';
import { announceTokenChange } from './announce-token-change.ts';
import { setRole } from './set-role.ts';

/** Nobody gives a role above their own, nor changes somebody whose role is above theirs. */
export function checkMayGive(principal: Principal, role: Role): void {
  if (!roleAllows(principal.role, role)) throw forbidden(`You cannot give the role ${role}, which is above your own.`);
}

async function memberToChange(
  tx: Transaction,
  principal: Pick<Principal, 'entityId' | 'role'>,
  userId: number,
): Promise<ListedMember> {
  const member = await findMember(tx, principal.entityId, userId);
  if (!member) throw notFound('There is no such user here.', 'id');
  if (!roleAllows(principal.role, member.role)) throw forbidden(`${member.email} has a role above your own.`);
  return member;
}

/** An entity without an admin could be changed by nobody. */
async function keepAnAdmin(
  tx: Transaction,
  { entityId }: Pick<Principal, 'entityId'>,
  member: ListedMember,
): Promise<void> {
  if (roleAllows(member.role, 'admin') && (await otherAdmins(tx, entityId, member.id)) === 0)
    throw conflict(`${member.email} is the only admin. Make somebody else an admin first.`, 'id');
}

export const changeRole = (
  { postgres, outbox }: Context,
  principal: Principal,
  userId: number,
  role: Role,
): Promise<ListedMember> =>
  postgres.transaction(async (tx) => {
    checkMayGive(principal, role);
    const member = await memberToChange(tx, principal, userId);
    if (member.role === role) return member;
    if (!roleAllows(role, 'admin')) await keepAnAdmin(tx, principal, member);
    const { entityId } = principal;
    await setRole(tx, outbox, { entityId, userId, role, actor: `token:${principal.tokenId}` });
    return { ...member, role };
  });

export const removeMember = (
  { postgres, outbox }: Pick<Context, 'postgres' | 'outbox'>,
  principal: Pick<Principal, 'entityId' | 'role'>,
  userId: number,
  actor: string,
): Promise<ListedMember> =>
  postgres.transaction(async (tx) => {
    const { entityId } = principal;
    const member = await memberToChange(tx, principal, userId);
    await keepAnAdmin(tx, principal, member);
    // Imports go through these: whoever removes the person must say what becomes of them.
    const connections = await countConnectionsOf(tx, entityId, userId);
    if (connections > 0)
      throw conflict(
        `${member.email} brought ${connections === 1 ? 'a code-host connection' : `${connections} code-host connections`}, which would go too. Remove ${connections === 1 ? 'it' : 'them'} first.`,
        'id',
      );
    await announceTokenChange(tx, outbox, await markRevokedOf(tx, entityId, userId));
    await deleteMember(tx, entityId, userId);
    const detail = { user_id: userId, email: member.email };
    await writeAudit(tx, { entityId, actor, action: 'member_removed', detail });
    return member;
  });
