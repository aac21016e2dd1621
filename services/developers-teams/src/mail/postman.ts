import type { SendMail } from '@linescope/chassis/mail/mailer';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { markSent, postpone, takeUnsent } from '../store/invitations.ts';
import { teamById } from '../store/teams.ts';
import { invitationMail } from './invitation-mail.ts';

const LOOK_EVERY_MS = 10_000;

/** Sends what is due when woken, and looks now and then for what another replica left or a mail server refused. */
export function startPostman(runtime: Runtime<unknown>, context: Context, send: SendMail): { wake(): void } {
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  const wake = () => {
    again = true;
    round ??= deliverAll().finally(() => {
      round = null;
    });
  };
  async function deliverAll(): Promise<void> {
    while (again && !stopped) {
      again = false;
      try {
        while (!stopped && (await deliverOne(context, send)));
      } catch (err) {
        runtime.log.warn({ err }, 'invitations wait: the store is away');
      }
    }
  }
  const timer = setInterval(wake, LOOK_EVERY_MS);
  wake();
  runtime.onStop('postman', async () => {
    stopped = true;
    clearInterval(timer);
    await round;
  });
  return { wake };
}

/** False where nothing is due. */
function deliverOne(context: Context, send: SendMail): Promise<boolean> {
  return context.postgres.transaction(async (tx) => {
    const invitation = await takeUnsent(tx);
    if (!invitation) return false;
    try {
      const { entitySlug } = await context.identity.getEntitySettings({ entityId: invitation.entityId });
      const team = invitation.teamId === null ? null : await teamById(tx, invitation.teamId);
      const link = context.links.linkOf(invitation.id, invitation.expiresAt);
      const mail = invitationMail(invitation, entitySlug, team?.name ?? null, link);
      await send({ id: `invitation-${invitation.id}`, to: invitation.email, ...mail });
      await markSent(tx, invitation.id);
    } catch (err) {
      context.log.warn({ err, invitation: invitation.id }, 'an invitation was not sent, will try again');
      await postpone(tx, invitation.id);
    }
    return true;
  });
}
