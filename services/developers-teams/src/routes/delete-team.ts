import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeSchema, success } from '@linescope/contract/envelope';
import { z } from 'zod';
import { removeTeam } from '../actions/teams/update-team.ts';
import type { Context } from '../context.ts';
import { teamNameInput } from './team-schemas.ts';

const ACTION = 'action_team_deleted';

export const deleteTeamRoute = (context: Context) =>
  defineRoute({
    method: 'DELETE',
    path: '/teams',
    action: ACTION,
    summary: 'Delete a team',
    description: 'Its child teams move up; its developers stay.',
    role: 'admin',
    input: z.object({ name: teamNameInput }),
    output: envelopeSchema,
    async handle({ name }, { principal }) {
      await removeTeam(context, principal.entityId, name);
      return ok(success(ACTION, 'The team is deleted.'));
    },
  });
