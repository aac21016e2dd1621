import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { PAGE_SIZE, pageInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { findTeamByName } from '../actions/teams/find-team.ts';
import { reposOfTeam } from '../actions/teams/team-repos.ts';
import type { Context } from '../context.ts';
import { teamNameInput } from './team-schemas.ts';

const ACTION = 'action_team_associated_repos';

export const listTeamReposRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/teams/associated_repos',
    action: ACTION,
    summary: "List a team's repos",
    description: 'Those it was given (with its child teams); where it was given none, all that its developers work in.',
    role: 'member',
    input: z.object({ name: teamNameInput, page: pageInput.default(1) }),
    output: z.object({
      ...envelopeShape,
      page: z.number(),
      page_count: z.number(),
      per_page: z.number(),
      total_count: z.number(),
      repos: z.array(z.object({ id: z.number(), repo_path: z.string() })),
    }),
    async handle({ name, page }, { principal }) {
      const team = await findTeamByName(context, principal.entityId, name);
      const repos = await reposOfTeam(context, team);
      return ok(
        success(ACTION, `${repos.length} ${repos.length === 1 ? 'repo' : 'repos'} found.`, {
          page,
          page_count: Math.ceil(repos.length / PAGE_SIZE),
          per_page: PAGE_SIZE,
          total_count: repos.length,
          repos: repos
            .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
            .map((repo) => ({ id: repo.id, repo_path: repo.path })),
        }),
      );
    },
  });
