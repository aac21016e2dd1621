import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { PAGE_SIZE, pageInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { statsAccess } from '../actions/access/stats-access.ts';
import { describeTeam } from '../actions/teams/describe-team.ts';
import type { Context } from '../context.ts';
import { countTeams, listTeams } from '../store/teams.ts';
import { teamSchema } from './team-schemas.ts';

const ACTION = 'action_team_list';

export const listTeamsRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/teams/all',
    action: ACTION,
    summary: 'List teams',
    description:
      'The records of GET /teams, by name; the team of everybody is not among them. Names of developers are only of those whom the caller may see.',
    role: 'member',
    input: z.object({ page: pageInput.default(1) }),
    output: z.object({
      ...envelopeShape,
      page: z.number(),
      page_count: z.number(),
      per_page: z.number(),
      total_count: z.number(),
      teams: z.array(teamSchema),
    }),
    async handle({ page }, { principal }) {
      const { entityId } = principal;
      const total = await countTeams(context.postgres, entityId);
      const listed = await listTeams(context.postgres, entityId, {
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
      });
      const access = await statsAccess(context, entityId, principal);
      const teams = [];
      for (const team of listed) teams.push(await describeTeam(context, team, access));
      return ok(
        success(ACTION, `${total} ${total === 1 ? 'team' : 'teams'} found.`, {
          page,
          page_count: Math.ceil(total / PAGE_SIZE),
          per_page: PAGE_SIZE,
          total_count: total,
          teams,
        }),
      );
    },
  });
