import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { DAY_MS } from '@linescope/contract/days';
import type { Context } from '../../context.ts';
import type { Invited } from '../../domain/people.ts';
import type { Team } from '../../domain/team.ts';
import { saveInvitation } from '../../store/invitations.ts';

const LIFETIME_DAYS = 14;

/** Mails are sent after the commit, and retried until they are delivered. */
export async function invite(
  context: Context,
  tx: Transaction,
  team: Team,
  invited: Invited[],
  invitedBy: number,
): Promise<void> {
  const expiresAt = new Date(Math.floor(context.now().getTime() / 1000) * 1000 + LIFETIME_DAYS * DAY_MS);
  for (const person of invited)
    await saveInvitation(tx, { ...person, entityId: team.entityId, teamId: team.id, invitedBy, expiresAt });
  if (invited.length > 0) tx.afterCommit(context.wakeMailWorker);
}
