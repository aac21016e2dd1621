import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import { z } from 'zod';
import { statsAccess } from '../actions/access/stats-access.ts';
import { describeTeam } from '../actions/teams/describe-team.ts';
import type { Context } from '../context.ts';
import { listTeams } from '../store/teams.ts';
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
    input: z.object(pagedInput),
    records: { field: 'teams' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      teams: z.array(teamSchema),
    }),
    async handle(given, { principal }) {
      const { entityId } = principal;
      const { teams: listed, ...page } = await listTeams(context.postgres, entityId, given);
      const access = await statsAccess(context, entityId, principal);
      const teams = [];
      for (const team of listed) teams.push(await describeTeam(context, team, access));
      return ok(
        success(ACTION, `${page.total} ${page.total === 1 ? 'team' : 'teams'} found.`, {
          ...pageFields(given, page),
          teams,
        }),
      );
    },
  });
