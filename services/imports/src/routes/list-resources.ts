import { defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { count, day, id, link } from '@linescope/contract/output-fields';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { GIT_PROVIDERS } from '@linescope/contract/vendors';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { IMPORT_STATUSES } from '../domain/import-status.ts';
import { readRepoStates } from '../store/repo-states.ts';

const ACTION = 'action_resource_list';

const organizationSchema = z
  .object({ id, slug: z.string(), resource_path: z.string(), repo_count: count })
  .meta({ id: 'ResourceOrganization' });

const repoSchema = z
  .object({
    id,
    slug: z.string(),
    organization_slug: z.string(),
    path: z.string(),
    resource_path: z.string(),
    git_provider_em: z.enum(GIT_PROVIDERS),
    html_url: link.nullable(),
    default_branch: z.string().nullable(),
    import_status: z.enum(IMPORT_STATUSES).nullable(),
    last_commit_on: day.nullable(),
  })
  .meta({ id: 'ResourceRepo' });

export const listResourcesRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/resources',
    action: ACTION,
    summary: 'List organizations and repos',
    description:
      'All below resource_path, else all of the entity: what resource_path can name elsewhere is the resource_path of each. ' +
      'import_status is null where nothing was imported, last_commit_on the newest day with an imported commit of the past year.',
    role: 'member',
    input: z.object({ resource_path: resourcePathInput.optional() }),
    records: { field: 'repos' },
    output: z.object({
      ...envelopeShape,
      organizations: z.array(organizationSchema),
      repos: z.array(repoSchema),
    }),
    async handle(given, { principal }) {
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const states = await readRepoStates(
        context.postgres,
        scope.entityId,
        scope.repos.map((repo) => repo.id),
      );
      const organizations = Map.groupBy(scope.repos, (repo) => repo.organizationSlug);
      const count = scope.repos.length;
      return ok(
        success(ACTION, `${count} ${count === 1 ? 'repo' : 'repos'} found.`, {
          organizations: [...organizations].map(([slug, repos]) => ({
            id: repos[0]?.organizationId ?? 0,
            slug,
            resource_path: `${scope.entitySlug}/${slug}`,
            repo_count: repos.length,
          })),
          repos: scope.repos.map((repo) => ({
            id: repo.id,
            slug: repo.slug,
            organization_slug: repo.organizationSlug,
            path: repo.path,
            resource_path: `${scope.entitySlug}/${repo.path}`,
            git_provider_em: repo.gitProviderEm,
            html_url: repo.htmlUrl || null,
            default_branch: repo.defaultBranch || null,
            import_status: states.get(repo.id)?.importStatus ?? null,
            last_commit_on: states.get(repo.id)?.lastCommitOn ?? null,
          })),
        }),
      );
    },
  });
