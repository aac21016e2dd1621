import type { ParameterError } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import type { TeamRepo } from '../../store/team-repos.ts';

/** The repos of `<organization>/<repo>` paths; each that the entity does not have is an error. */
export async function findRepos(
  context: Context,
  entityId: number,
  paths: string[],
  errors: ParameterError[],
): Promise<TeamRepo[]> {
  if (paths.length === 0) return []; // an empty list would ask for all
  const { repos } = await context.identity.listRepos({ entityId, repoPaths: paths });
  const known = new Set(repos.map((repo) => repo.path.toLowerCase()));
  for (const path of paths) {
    if (!known.has(path.toLowerCase()))
      errors.push({ param: 'repo_paths', code_em: 'invalid', detail: `repo_paths names no repo: ${path}.` });
  }
  return repos.map((repo) => ({ id: repo.id, path: repo.path }));
}
