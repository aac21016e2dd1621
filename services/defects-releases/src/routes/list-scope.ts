import type { Scope } from '@linescope/chassis/scope/resolve-scope';
import { notFound } from '@linescope/contract/fault';
import type { Context } from '../context.ts';

/** The repos a list covers: null means the whole entity. A team narrows it to its repos: those it was given, else those it works in. */
export async function reposInScope(
  context: Context,
  scope: Scope,
  teamSlug: string | undefined,
): Promise<{ repoIds: number[] | null; organizationIds: number[] }> {
  const wholeEntity = scope.resources.some((resource) => resource.kind === 'entity');
  const organizationIds = scope.resources
    .filter((resource) => resource.kind === 'organization')
    .map((resource) => resource.id);
  if (teamSlug === undefined)
    return { repoIds: wholeEntity ? null : scope.repos.map((repo) => repo.id), organizationIds };
  const team = await context.developersTeams.resolveTeam({ entityId: scope.entityId, teamSlug });
  if (!team.found) throw notFound('team_slug names no team.', 'team_slug');
  if (team.repoPaths.length === 0 && !team.knowsWorkedRepos)
    return { repoIds: wholeEntity ? null : scope.repos.map((repo) => repo.id), organizationIds };
  const paths = new Set([...team.repoPaths, ...team.workedRepoPaths]);
  return { repoIds: scope.repos.filter((repo) => paths.has(repo.path)).map((repo) => repo.id), organizationIds: [] };
}
