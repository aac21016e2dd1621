import type { Context } from '../context.ts';
import type { QueryScope } from '../query-scope/resolve-query-scope.ts';
import { hasCommits } from '../store/commits.ts';

/** Why a report has no points, as a sentence. */
export async function whyEmpty(
  { clickHouse }: Pick<Context, 'clickHouse'>,
  { scope, people }: QueryScope,
): Promise<string> {
  if (!people.every && people.committerIds.length === 0) return 'There is nobody here whose facts you may see.';
  const repoIds = scope.repos.map(({ id }) => id);
  if (!(await hasCommits(clickHouse, scope.entityId, repoIds))) return 'Nothing is imported here yet.';
  return 'There is no data in this range.';
}
