import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { envelopeSchema, success } from '@linescope/contract/envelope';
import { z } from 'zod';

const ACTION = 'action_get_resource';

/** The gateway has checked the token by the time a request is here. */
export const tokenStatus = (): Route =>
  defineRoute({
    method: 'GET',
    path: '/api_tokens',
    action: ACTION,
    summary: 'Check an API token',
    description: 'Answers 200 for a token that works, and names its entity.',
    role: 'member',
    input: z.object({}),
    output: envelopeSchema,
    handle: async (_input, { principal }) =>
      ok(success(ACTION, `The token is valid for the entity ${principal.entitySlug}.`)),
  });
