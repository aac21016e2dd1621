import { defineRoute, ok } from '@linescope/chassis/http/route';
import { success } from '@linescope/contract/envelope';
import { stringArrayInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { statsAccess } from '../actions/access/stats-access.ts';
import { describeTeam } from '../actions/teams/describe-team.ts';
import { updateTeam } from '../actions/teams/update-team.ts';
import type { Context } from '../context.ts';
import { newTeamNameInput, teamAnswer, teamNameInput, teamShape } from './team-schemas.ts';

const ACTION = 'action_team_updated';

export const updateTeamRoute = (context: Context) =>
  defineRoute({
    method: 'PUT',
    path: '/teams',
    action: ACTION,
    summary: 'Change a team',
    description:
      'Adds the developers, managers and repos given and removes `remove_members`; whatever is wrong, nothing changes. A team keeps its slug when it is ' +
      'renamed. Managers change their own teams and may add any developer of the entity. `parent_slug=none` lifts a team to the top (admins).',
    role: 'manager',
    input: z.object({
      name: teamNameInput,
      new_name: newTeamNameInput.optional(),
      remove_members: stringArrayInput().default([]),
      ...teamShape,
    }),
    output: teamAnswer,
    async handle(given, { principal }) {
      const team = await updateTeam(context, principal, given);
      const access = await statsAccess(context, principal.entityId, principal);
      return ok(
        success(ACTION, `The team ${team.name} is updated.`, { team: await describeTeam(context, team, access) }),
      );
    },
  });
