import type { SendMail } from '@linescope/chassis/mail/mailer';
import type { SignedLinks } from '@linescope/chassis/mail/signed-links';
import type { Context } from '../context.ts';
import { markMailed, type Offer, postponeMail, takeUnmailed } from '../store/offers.ts';

const LOOK_EVERY_MS = 15_000;
/** A mail names so many repos; the rest follow in mails of their own. */
const REPOS_A_MAIL = 100;

export interface OfferPostman {
  wake(): void;
  stop(): Promise<void>;
}

/** Mails offers when woken, and now and then those that another replica left or a mail server refused. */
export function startOfferPostman(context: Context, links: SignedLinks, send: SendMail): OfferPostman {
  let stopped = false;
  let round = Promise.resolve();
  const wake = () => {
    round = round
      .then(async () => {
        while (!stopped && (await mailOnce(context, links, send)));
      })
      .catch((err: unknown) => context.log.warn({ err }, 'offers wait to be mailed'));
  };
  const timer = setInterval(wake, LOOK_EVERY_MS);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
}

/** One mail to one user; false where none is due. */
const mailOnce = (context: Context, links: SignedLinks, send: SendMail): Promise<boolean> =>
  context.postgres.transaction(async (tx) => {
    const offers = await takeUnmailed(tx, REPOS_A_MAIL);
    const [first] = offers;
    if (!first) return false;
    const ids = offers.map((offer) => offer.id);
    try {
      const email = await emailOf(context, first);
      const mail = { subject: subjectOf(offers), text: textOf(offers, links) };
      // Nobody to tell: the offers stand in the list of imports all the same.
      if (email !== '') await send({ id: `import-offer-${first.id}`, to: email, ...mail });
      await markMailed(tx, ids);
    } catch (err) {
      context.log.warn({ err, entityId: first.entity_id }, 'offers were not mailed, will try again');
      await postponeMail(tx, ids);
    }
    return true;
  });

async function emailOf({ identity }: Context, { entity_id: entityId, offered_to_user }: Offer): Promise<string> {
  if (offered_to_user === null) return '';
  const { users } = await identity.findUsers({ entityId, userIds: [offered_to_user] });
  return users[0]?.email ?? '';
}

const subjectOf = (offers: readonly Offer[]): string =>
  offers.length === 1 ? `Import ${offers[0]?.repo_path}?` : `Import ${offers.length} repos?`;

function textOf(offers: readonly Offer[], links: SignedLinks): string {
  const [first] = offers;
  return [
    'Your code-host connection can see repos that Linescope does not import yet.',
    'To import one, open its link and press the button:',
    '',
    ...offers.flatMap((offer) => [offer.repo_path, `  ${links.linkOf(offer.id, offer.offer_expires_at)}`, '']),
    `Each link works once, until ${first?.offer_expires_at.toISOString().slice(0, 10)}. What you do not open is not imported.`,
    '',
  ].join('\n');
}
