import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import { openCodeHost } from '@linescope/providers/code-hosts/open-code-host';
import { isProviderError } from '@linescope/providers/errors';
import type { Context } from '../context.ts';
import { parseRepoPath } from '../domain/repo-path.ts';
import { markMailed, type Offer, offerRepos, takeUnmailed } from '../store/offers.ts';
import { openRuntime } from '../sync/provider-runtime.ts';
import { hostConnection } from '../work/acquire-repo.ts';
import { writeMail } from './mail-file.ts';
import type { OfferLinks } from './offer-links.ts';

const OFFER_DAYS = 14;
/** A mail names so many repos; the rest follow in mails of their own. */
const REPOS_A_MAIL = 100;

export interface Offering {
  links: OfferLinks;
  from: string;
}

/** A connection was added: what it sees and nobody imports yet is offered to its user by mail. */
export const offerOnConnection = (runtime: Runtime<unknown>, context: Context, offering: Offering): Promise<void> =>
  consumeEvent(
    runtime,
    context.broker,
    connectionAdded,
    ({ entityId, data }) => offerReposOf(context, offering, { entityId, ...data }),
    { durable: 'offer_repos' },
  );

export async function offerReposOf(
  context: Context,
  offering: Offering,
  added: { entityId: number; connectionId: number; userId: number; gitProviderEm: string },
): Promise<void> {
  const { entityId, connectionId } = added;
  const { connections } = await context.identity.lendConnections({ entityId, connectionId });
  const [connection] = connections;
  if (!connection) return;
  const host = openCodeHost([hostConnection(connection)], openRuntime(context, entityId));
  const expiresAt = new Date(context.now().getTime() + OFFER_DAYS * 24 * 60 * 60 * 1000);
  try {
    for await (const page of host.listRepositories()) {
      const paths = page.items
        .filter((repository) => !repository.archived)
        .map((repository) => `${repository.organizationSlug}/${repository.slug}`)
        .filter((path) => parseRepoPath(path) !== null);
      await offerRepos(
        context.postgres,
        entityId,
        { connectionId, gitProviderEm: added.gitProviderEm, expiresAt },
        paths,
      );
    }
  } catch (error) {
    // A refused token is reported by the runtime; it offers nothing.
    if (!isProviderError(error, 'connection_invalid', 'access_denied')) throw error;
  }
  await mailOffers(context, offering, added);
}

async function mailOffers(
  context: Context,
  { links, from }: Offering,
  { entityId, connectionId, userId }: { entityId: number; connectionId: number; userId: number },
): Promise<void> {
  const { users } = await context.identity.findUsers({ entityId, userIds: [userId] });
  const [user] = users;
  if (!user || user.email === '') return;
  for (let more = true; more; ) {
    more = await context.postgres.transaction(async (tx) => {
      const offers = await takeUnmailed(tx, entityId, connectionId, REPOS_A_MAIL);
      const [first] = offers;
      if (!first) return false;
      const text = textOf(offers, links);
      await writeMail(
        context.config.DATA_DIR,
        { id: `import-offer-${first.id}`, to: user.email, subject: subjectOf(offers), text },
        from,
        context.now(),
      );
      await markMailed(
        tx,
        offers.map((offer) => offer.id),
      );
      return true;
    });
  }
}

const subjectOf = (offers: readonly Offer[]): string =>
  offers.length === 1 ? `Import ${offers[0]?.repo_path}?` : `Import ${offers.length} repos?`;

function textOf(offers: readonly Offer[], links: OfferLinks): string {
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
