import { created, defineRoute } from '@linescope/chassis/http/route';
import { success } from '@linescope/contract/envelope';
import { z } from 'zod';
import { statsAccess } from '../actions/access/stats-access.ts';
import { createTeam } from '../actions/teams/create-team.ts';
import { describeTeam } from '../actions/teams/describe-team.ts';
import type { Context } from '../context.ts';
import { newTeamNameInput, teamAnswer, teamShape } from './team-schemas.ts';

const ACTION = 'action_team_created';

export const createTeamRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    statuses: [201],
    path: '/teams',
    action: ACTION,
    summary: 'Create a team',
    description:
      'Developers by user name, code-host id or email; managers by user name or email. Whoever is unknown, or named in both lists, is an error and ' +
      'nothing is made; with `invite_developers` or `invite_managers`, unknown emails are invited. Who joins on the day the team is made counts in reports ' +
      'of the past too. `parent_slug` puts the team below another.',
    role: 'admin',
    input: z.object({ name: newTeamNameInput, ...teamShape }),
    output: teamAnswer,
    async handle(given, { principal }) {
      const team = await createTeam(context, principal, given);
      const access = await statsAccess(context, principal.entityId, principal);
      return created(
        success(ACTION, `The team ${team.name} is created.`, { team: await describeTeam(context, team, access) }),
      );
    },
  });
