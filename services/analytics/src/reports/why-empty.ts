import type { Context } from '../context.ts';
import type { QueryScope } from '../query-scope/resolve-query-scope.ts';
import { hasCommits } from '../store/commits.ts';
import { createResultCache } from '../store/result-cache.ts';

const CACHE_LIMITS = { entries: 2_000, weight: 20_000, weigh: () => 1 };

/** Why a report has no points, as a sentence. */
export function createEmptyExplainer({ clickHouse }: Pick<Context, 'clickHouse'>) {
  const imported = createResultCache<boolean>(CACHE_LIMITS);
  return async ({ scope, people, stamp }: QueryScope): Promise<string> => {
    if (!people.every && people.committerIds.length === 0) return 'There is nobody here whose facts you may see.';
    const { entityId } = scope;
    const repoIds = scope.repos.map(({ id }) => id);
    const isImported = await imported.getOrLoad(`${stamp.stamp} ${entityId} ${repoIds}`, () =>
      hasCommits(clickHouse, entityId, repoIds),
    );
    return isImported ? 'There is no data in this range.' : 'Nothing is imported here yet.';
  };
}
