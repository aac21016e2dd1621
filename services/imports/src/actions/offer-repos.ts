import { DAY_MS } from '@linescope/contract/days';
import { openCodeHost } from '@linescope/providers/code-hosts/open-code-host';
import { isProviderError } from '@linescope/providers/errors';
import type { Context } from '../context.ts';
import { parseRepoPath } from '../domain/repo-path.ts';
import { hostConnection } from '../provider-sync/host-connection.ts';
import { openRuntime } from '../provider-sync/provider-runtime.ts';
import { offerRepos } from '../store/offers.ts';

const OFFER_DAYS = 14;

/** Offers the repos that a connection sees and nobody imports yet. */
export async function offerReposOf(
  context: Context,
  added: { entityId: number; connectionId: number; userId: number; gitProviderEm: string },
): Promise<void> {
  const { entityId, connectionId } = added;
  const { connections } = await context.identity.lendConnections({ entityId, connectionId });
  const [connection] = connections;
  if (!connection) return;
  const host = openCodeHost([hostConnection(connection)], openRuntime(context, entityId));
  const expiresAt = new Date(context.now().getTime() + OFFER_DAYS * DAY_MS);
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
    // A refused token is reported by the provider runtime; it offers nothing. Of a list without an end, what was read is offered.
    if (!isProviderError(error, 'connection_invalid', 'access_denied', 'reading_too_large')) throw error;
  }
}
