import { defineRoute, ok } from '@linescope/chassis/http/route';
import { success } from '@linescope/contract/envelope';
import { z } from 'zod';
import { statsAccess } from '../actions/access/stats-access.ts';
import { describeTeam } from '../actions/teams/describe-team.ts';
import { findTeamByName } from '../actions/teams/find-team.ts';
import type { Context } from '../context.ts';
import { teamAnswer, teamNameInput } from './team-schemas.ts';

const ACTION = 'action_team_shown';

export const showTeamRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/teams',
    action: ACTION,
    summary: 'Show a team',
    description:
      'By name or slug, with its child teams; `All Contributors` is the team of everybody. Counts are of everybody in it, names only of those whom the caller may see.',
    role: 'member',
    input: z.object({ name: teamNameInput }),
    output: teamAnswer,
    async handle({ name }, { principal }) {
      const team = await findTeamByName(context, principal.entityId, name);
      const access = await statsAccess(context, principal.entityId, principal);
      return ok(success(ACTION, `The team ${team.name}.`, { team: await describeTeam(context, team, access) }));
    },
  });
