import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import { openCodeHost } from '@linescope/providers/code-hosts/open-code-host';
import { isProviderError } from '@linescope/providers/errors';
import type { Context } from '../context.ts';
import { parseRepoPath } from '../domain/repo-path.ts';
import type { OfferPostman } from '../jobs/mail-offers.ts';
import { hostConnection } from '../provider-sync/acquire-repo.ts';
import { openRuntime } from '../provider-sync/provider-runtime.ts';
import { offerRepos } from '../store/offers.ts';

const OFFER_DAYS = 14;

/** A connection was added: what it sees and nobody imports yet is offered to its user by mail. */
export const offerOnConnection = (runtime: Runtime<unknown>, context: Context, postman: OfferPostman): Promise<void> =>
  consumeEvent(
    runtime,
    context.broker,
    connectionAdded,
    ({ entityId, data }) => offerReposOf(context, postman, { entityId, ...data }),
    { durable: 'offer_repos' },
  );

export async function offerReposOf(
  context: Context,
  postman: OfferPostman,
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
        { connectionId, userId: added.userId, gitProviderEm: added.gitProviderEm, expiresAt },
        paths,
      );
    }
  } catch (error) {
    // A refused token is reported by the runtime; it offers nothing.
    if (!isProviderError(error, 'connection_invalid', 'access_denied')) throw error;
  }
  postman.wake();
}
