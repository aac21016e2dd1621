import { type IdentityCalls, resolveScope, type ScopedRepo, singleRepo } from '@linescope/chassis/scope/resolve-scope';
import type { Principal } from '@linescope/contract/principal';
import { LRUCache } from 'lru-cache';
import { SCOPE_TTL_MS, scopeKey } from './recent-scopes.ts';

const MAX_PATHS = 2_000;

export interface RepoScope {
  entityId: number;
  repo: ScopedRepo;
}

export type ResolveRepo = (principal: Principal, resourcePath: string) => Promise<RepoScope>;

/**
 * The one repo that a path names to a caller, cached for a second: an editor asks about many lines and files of one repo. What was
 * not found is looked up again each time.
 */
export function createRepoResolver(identity: Pick<IdentityCalls, 'resolveResourcePath'>, now: () => Date): ResolveRepo {
  const cache = new LRUCache<string, Promise<RepoScope>>({
    max: MAX_PATHS,
    ttl: SCOPE_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  return (principal, resourcePath) => {
    const key = scopeKey(principal, resourcePath);
    const known = cache.get(key);
    if (known) return known;
    const found = resolveScope(identity, principal, resourcePath).then((scope) => ({
      entityId: scope.entityId,
      repo: singleRepo(scope),
    }));
    found.catch(() => cache.delete(key));
    cache.set(key, found);
    return found;
  };
}
