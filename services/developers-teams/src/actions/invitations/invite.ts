import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { DAY_MS } from '@linescope/contract/days';
import { conflict } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import type { Invited } from '../../domain/people.ts';
import type { Team } from '../../domain/team.ts';
import { countOpenInvitations, saveInvitation } from '../../store/invitations.ts';

const LIFETIME_DAYS = 14;
/** Of an entity: mails go to whomever its admins name. */
const MAX_OPEN = 1_000;

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
  if (invited.length === 0) return;
  if ((await countOpenInvitations(tx, team.entityId)) > MAX_OPEN)
    throw conflict(`At most ${MAX_OPEN} invitations can be open at a time.`);
  tx.afterCommit(context.wakeMailWorker);
}
