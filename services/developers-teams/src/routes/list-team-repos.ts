import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { id } from '@linescope/contract/output-fields';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
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
    input: z.object({ name: teamNameInput, ...pagedInput }),
    records: { field: 'repos' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      repos: z.array(z.object({ id, repo_path: z.string() })),
    }),
    async handle({ name, ...request }, { principal }) {
      const team = await findTeamByName(context, principal.entityId, name);
      const repos = await reposOfTeam(context, team);
      const { items, fields } = slicePage(repos, request, (repo) => [repo.path, repo.id]);
      return ok(
        success(ACTION, `${repos.length} ${repos.length === 1 ? 'repo' : 'repos'} found.`, {
          ...fields,
          repos: items.map((repo) => ({ id: repo.id, repo_path: repo.path })),
        }),
      );
    },
  });
