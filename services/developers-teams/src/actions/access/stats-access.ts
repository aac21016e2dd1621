import { type Role, roleAllows } from '@linescope/contract/roles';
import type { Context } from '../../context.ts';
import { managedTeams, membersOfTeams, personsOfUser } from '../../store/access.ts';
import { committersByEmail, linkUser } from '../../store/committers.ts';
import { publishCommitters } from '../committers/publish-committers.ts';

/** How far a caller sees: everybody, or themselves and who is in these teams today. */
export interface Reach {
  all: boolean;
  /** The persons that the caller is; empty where `all` holds. */
  ownIds: number[];
  /** Of managers: their teams and all below. */
  managedTeamIds: number[];
}

/** Whom a caller may see: everybody, or just these persons. */
export interface Access extends Reach {
  /** Empty where `all` holds. */
  committerIds: ReadonlySet<number>;
}

export interface Caller {
  userId: number;
  role: Role;
}

/** A member sees their own, a manager their teams' (and those below), an admin all. The role decides first: it may have been taken back. */
export async function reachOf(context: Context, entityId: number, caller: Caller): Promise<Reach> {
  if (roleAllows(caller.role, 'admin')) return { all: true, ownIds: [], managedTeamIds: [] };
  const ownIds = await ownCommitters(context, entityId, caller.userId);
  const managedTeamIds = caller.role === 'manager' ? await managedTeams(context.postgres, entityId, caller.userId) : [];
  return { all: false, ownIds, managedTeamIds };
}

export async function statsAccess(context: Context, entityId: number, caller: Caller): Promise<Access> {
  const reach = await reachOf(context, entityId, caller);
  const members = await membersOfTeams(context.postgres, reach.managedTeamIds);
  return { ...reach, committerIds: new Set([...reach.ownIds, ...members]) };
}

export const maySee = (access: Access, primaryId: number): boolean => access.all || access.committerIds.has(primaryId);

/** Who the user is among the committers: linked to them, or known by their address, which then links them. */
export async function ownCommitters(context: Context, entityId: number, userId: number): Promise<number[]> {
  const linked = await personsOfUser(context.postgres, entityId, userId);
  if (linked.length > 0) return linked;
  const { users } = await context.identity.findUsers({ entityId, userIds: [userId] });
  const email = users[0]?.email;
  if (!email) return [];
  const [known] = await committersByEmail(context.postgres, entityId, [email.toLowerCase()]);
  if (!known) return [];
  await context.postgres.transaction(async (tx) => {
    const changed = await linkUser(tx, known.primaryId, userId);
    if (changed) await publishCommitters(context, tx, [changed]);
  });
  return [known.primaryId];
}
