import type { SendMail } from '@linescope/chassis/mail/mailer';
import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { invitationMail } from '../domain/invitation-mail.ts';
import { markSent, postpone, takeUnsent } from '../store/invitations.ts';
import { teamById } from '../store/teams.ts';

const EVERY_MS = 10_000;

/** Sends what is due when woken, and now and then what another replica left or a mail server refused. */
export const startInvitationMailWorker = (runtime: Runtime<unknown>, context: Context, send: SendMail): RunningJob =>
  runPeriodically(runtime, {
    name: 'mailing of invitations',
    everyMs: EVERY_MS,
    immediately: true,
    async run(signal) {
      while (!signal.aborted && (await mailNextInvitation(context, send)));
    },
  });

/** False where nothing is due. No transaction is open while the mail server is waited for. */
export async function mailNextInvitation(context: Context, send: SendMail): Promise<boolean> {
  const { postgres } = context;
  const invitation = await takeUnsent(postgres);
  if (!invitation) return false;
  try {
    const { entitySlug } = await context.identity.getEntitySettings({ entityId: invitation.entityId });
    const team = invitation.teamId === null ? null : await teamById(postgres, invitation.teamId);
    const link = context.links.linkOf(invitation.id, invitation.expiresAt);
    const mail = invitationMail(invitation, entitySlug, team?.name ?? null, link);
    await send({ entityId: invitation.entityId, id: `invitation-${invitation.id}`, to: invitation.email, ...mail });
  } catch (err) {
    context.log.warn({ err, invitationId: invitation.id }, 'mailing an invitation failed, retrying after 5 s to 1 h');
    await postpone(postgres, invitation.id);
    return true;
  }
  await markSent(postgres, invitation);
  return true;
}
