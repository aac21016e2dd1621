import { type IdentityCalls, resolveScope, type ScopedRepo, singleRepo } from '@linescope/chassis/scope/resolve-scope';
import type { Principal } from '@linescope/contract/principal';
import { createRecentReads } from './read-recent.ts';
import { scopeKey } from './recent-scopes.ts';

const MAX_PATHS = 2_000;

export interface RepoScope {
  entityId: number;
  repo: ScopedRepo;
}

export type ResolveRepo = (principal: Principal, resourcePath: string) => Promise<RepoScope>;

/**
 * The one repo that a path names to a caller, as it was within the last second: an editor asks about many lines and files of one
 * repo. What was not found is looked up again each time. `lookAhead` reads what most requests need besides, while identity is asked.
 */
export function createRepoResolver(
  identity: Pick<IdentityCalls, 'resolveResourcePath'>,
  now: () => Date,
  lookAhead: (entityId: number) => void = () => {},
): ResolveRepo {
  const recent = createRecentReads<string, RepoScope>(MAX_PATHS, now);
  return (principal, resourcePath) =>
    recent(scopeKey(principal, resourcePath), async () => {
      lookAhead(principal.entityId);
      const scope = await resolveScope(identity, principal, resourcePath);
      return { entityId: scope.entityId, repo: singleRepo(scope) };
    });
}
