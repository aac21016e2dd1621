import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answerOrFailure } from '../answer.ts';
import type { ServerParts } from '../server-parts.ts';

export const registerListResources = (server: McpServer, { client }: ServerParts) =>
  server.registerTool(
    'list_resources',
    {
      title: 'List repos and teams',
      description: 'The entity, its organizations, repos and teams, as far as the caller may see them.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true },
    },
    () =>
      answerOrFailure(async () => {
        const [{ repos }, { teams }] = await Promise.all([client.listResources(), client.listTeams()]);
        const paths = repos.map(({ resource_path: path }) => path);
        return answer(
          {
            entity: paths[0]?.split('/')[0] ?? null,
            organizations: [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))],
            repos: repos.map((repo) => ({
              resource_path: repo.resource_path,
              default_branch: repo.default_branch,
              import_status: repo.import_status,
              last_commit_on: repo.last_commit_on,
            })),
            teams: teams.map((team) => ({
              slug: team.slug,
              name: team.name,
              parent_slug: team.parent_slug,
              people: team.committers_active_count,
            })),
          },
          ['repos', 'teams'],
        );
      }),
  );
