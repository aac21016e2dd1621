import type { SendMail } from '@linescope/chassis/mail/mailer';
import type { SignedLinks } from '@linescope/chassis/mail/signed-links';
import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { offerMail } from '../domain/offer-mail.ts';
import { markMailed, type Offer, postponeMail, takeUnmailed } from '../store/offers.ts';

const EVERY_MS = 15_000;
/** A mail names at most so many repos; the rest follow in mails of their own. */
const REPOS_PER_MAIL = 100;

/** Mails offers when woken, and now and then those that another replica left or a mail server refused. */
export const startOfferMailWorker = (
  runtime: Runtime<unknown>,
  context: Context,
  links: SignedLinks,
  send: SendMail,
): RunningJob =>
  runPeriodically(runtime, {
    name: 'mailing of import offers',
    everyMs: EVERY_MS,
    async run(signal) {
      while (!signal.aborted && (await mailNextUser(context, links, send)));
    },
  });

/** One mail to one user; false where none is due. No transaction is open while the mail server is waited for. */
async function mailNextUser(context: Context, links: SignedLinks, send: SendMail): Promise<boolean> {
  const offers = await takeUnmailed(context.postgres, REPOS_PER_MAIL);
  const [first] = offers;
  if (!first) return false;
  const ids = offers.map((offer) => offer.id);
  try {
    const email = await emailOf(context, first);
    const listed = offers.map(({ id, repo_path: repoPath, offer_expires_at: expiresAt }) => ({
      repoPath,
      expiresAt,
      link: links.linkOf(id, expiresAt),
    }));
    // Without an address the offers are only in the list of imports.
    if (email !== '') {
      const mail = { entityId: first.entity_id, id: `import-offer-${first.id}`, to: email };
      await send({ ...mail, ...offerMail(listed) });
    }
  } catch (err) {
    context.log.warn(
      { err, entityId: first.entity_id, offers: ids.length },
      'mailing import offers failed, retrying in 60 s',
    );
    await postponeMail(context.postgres, ids);
    return true;
  }
  await markMailed(context.postgres, ids);
  return true;
}

async function emailOf({ identity }: Context, { entity_id: entityId, offered_to_user }: Offer): Promise<string> {
  if (offered_to_user === null) return '';
  const { users } = await identity.findUsers({ entityId, userIds: [offered_to_user] });
  return users[0]?.email ?? '';
}
