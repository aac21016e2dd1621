import { accepted, defineRoute, type Route } from '@linescope/chassis/http/route';
import { envelopeSchema, success } from '@linescope/contract/envelope';
import { z } from 'zod';
import { startOffboarding } from '../actions/start-offboarding.ts';
import type { Context } from '../context.ts';
import { entitySlugInput } from './inputs.ts';

const ACTION = 'action_offboard_entity';

export const offboardEntity = ({ postgres, outbox }: Context): Route =>
  defineRoute({
    method: 'POST',
    path: '/admin/offboard',
    action: ACTION,
    summary: 'Remove an entity and all its data for ever',
    description: 'Queues the removal. The tokens of the entity stop working at once. There is no way back.',
    role: 'super_admin',
    statuses: [202],
    input: z.object({ entity_slug: entitySlugInput }),
    output: envelopeSchema,
    async handle(input, { principal }) {
      await postgres.transaction((tx) => startOffboarding(tx, outbox, input.entity_slug, principal));
      return accepted(success(ACTION, `The entity ${input.entity_slug} is queued for permanent removal.`));
    },
  });
