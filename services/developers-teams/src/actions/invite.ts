import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Context } from '../context.ts';
import type { Invited } from '../domain/people.ts';
import type { Team } from '../domain/team.ts';
import { saveInvitation } from '../store/invitations.ts';

const LIFETIME_DAYS = 14;

/** The mails leave after the commit, and until they are delivered. */
export async function invite(
  context: Context,
  tx: Transaction,
  team: Team,
  invited: Invited[],
  invitedBy: number,
): Promise<void> {
  const expiresAt = new Date(Math.floor(context.now().getTime() / 1000) * 1000 + LIFETIME_DAYS * 86_400_000);
  for (const person of invited)
    await saveInvitation(tx, { ...person, entityId: team.entityId, teamId: team.id, invitedBy, expiresAt });
  if (invited.length > 0) tx.afterCommit(context.wakePostman);
}
