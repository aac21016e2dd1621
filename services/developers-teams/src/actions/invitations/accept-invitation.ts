import { isoDate } from '@linescope/contract/date-time';
import { conflict, notFound } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import { BY_HAND, joiningDay, type Team } from '../../domain/team.ts';
import { committersByEmail, committersByIds, linkUser, lockEntityCommitters } from '../../store/committers.ts';
import { findInvitation, type Invitation, lockInvitation, markAccepted } from '../../store/invitations.ts';
import { addManagers, addMembers } from '../../store/team-people.ts';
import { lockEntityTeams, teamById, updateTeam } from '../../store/teams.ts';
import { publishCommitters } from '../committers/publish-committers.ts';
import { emptyIdentity, resolveIdentities } from '../committers/resolve-identities.ts';
import { seatLimitOf } from '../committers/seat-limit.ts';
import { publishTeam } from '../teams/publish-team.ts';

export interface OpenInvitation {
  invitation: Invitation;
  teamName: string | null;
}

/** What a link stands for while it can be accepted. */
export async function readInvitation(context: Context, token: string): Promise<OpenInvitation> {
  const { id, expiresAt } = context.links.read(token) ?? refuseForged();
  const invitation = checkOpen(context, await findInvitation(context.postgres, id), expiresAt);
  const team = invitation.teamId === null ? null : await teamById(context.postgres, invitation.teamId);
  return { invitation, teamName: team?.name ?? null };
}

/** The invited becomes a user, is known as who they are among the developers, and joins the team. Once. */
export async function acceptInvitation(context: Context, token: string): Promise<OpenInvitation> {
  const { invitation } = await readInvitation(context, token);
  const { entityId, email, asEm } = invitation;
  // A developer who never committed is new here; a repeat finds them.
  const committerId = asEm === 'developer' ? await ensureCommitter(context, invitation) : null;
  return context.postgres.transaction(async (tx) => {
    await lockEntityCommitters(tx, entityId); // in the order in which joining persons locks
    await lockEntityTeams(tx, entityId);
    const open = checkOpen(context, await lockInvitation(tx, invitation.id), invitation.expiresAt);
    const role = asEm === 'manager' ? 'manager' : 'member';
    const { user } = await context.identity.ensureUser({ entityId, email, role });
    if (!user) throw new Error('identity made no user');
    const known = committerId ?? (await committersByEmail(tx, entityId, [email]))[0]?.primaryId;
    const linked = known === undefined ? null : await linkUser(tx, known, user.id);
    if (linked) await publishCommitters(context, tx, [linked]);

    const team = open.teamId === null ? null : await teamById(tx, open.teamId);
    if (team) await join(team);
    await markAccepted(tx, open.id, context.now());
    return { invitation: open, teamName: team?.name ?? null };

    async function join(joined: Team): Promise<void> {
      const today = isoDate(context.now());
      if (committerId === null) await addManagers(tx, joined, [user?.id ?? 0]);
      else await addMembers(tx, joined, [committerId], { from: joiningDay(joined, today), today, source: BY_HAND });
      await publishTeam(context, tx, await updateTeam(tx, joined));
    }
  });
}

async function ensureCommitter(context: Context, { entityId, committerId, email }: Invitation): Promise<number> {
  const [known] = committerId === null ? [] : await committersByIds(context.postgres, entityId, [committerId]);
  if (known) return known.primaryId;
  const [resolved] = await resolveIdentities(context, entityId, await seatLimitOf(context, entityId), [
    { ...emptyIdentity, name: email.split('@')[0] ?? email, email },
  ]);
  if (!resolved) throw new Error('the invited developer was not resolved');
  return resolved.committerId;
}

function checkOpen(context: Context, invitation: Invitation | null, expiresAt: Date): Invitation {
  if (!invitation || invitation.expiresAt.getTime() !== expiresAt.getTime()) return refuseForged();
  if (invitation.acceptedAt) throw conflict('This invitation was accepted already.');
  if (invitation.expiresAt <= context.now()) throw conflict('This invitation has expired. Ask for a new one.');
  return invitation;
}

function refuseForged(): never {
  throw notFound('There is no such invitation.');
}
