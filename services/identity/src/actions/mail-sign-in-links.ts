import type { SendMail } from '@linescope/chassis/mail/mailer';
import type { Context } from '../context.ts';
import { normaliseEmail } from '../domain/email.ts';
import { countLinksOf } from '../store/sign-in-links.ts';
import { listMembershipsOf } from '../store/users.ts';
import { makeSignInLink } from './make-sign-in-link.ts';

const MAX_LIVE_LINKS = 10;

/** A mail for each entity that knows the address; none once several links are on their way, so that nobody's mailbox is filled. */
export async function mailSignInLinks(
  { postgres }: Context,
  { send, publicBaseUrl }: { send: SendMail; publicBaseUrl: string },
  address: string,
): Promise<void> {
  const email = normaliseEmail(address);
  for (const { entityId, entitySlug, userId } of await listMembershipsOf(postgres, email)) {
    if ((await countLinksOf(postgres, userId)) >= MAX_LIVE_LINKS) return;
    const link = await makeSignInLink(postgres, publicBaseUrl, { entityId, userId, mustConfirm: true });
    await send({
      entityId,
      id: `sign-in-${userId}`,
      to: email,
      subject: `Sign in to Linescope (${entitySlug})`,
      text: `Open this address to sign in to ${entitySlug}. It works once, within ten minutes:\n\n${link}\n\nIf you did not ask for it, nothing needs to be done.\n`,
    });
  }
}
