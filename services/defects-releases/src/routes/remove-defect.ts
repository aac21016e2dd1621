import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { notFound } from '@linescope/contract/fault';
import { stringInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { removeDefect } from '../actions/remove-defect.ts';
import type { Context } from '../context.ts';

const ACTION = 'action_defect_remove';

export const removeDefectRoute = (context: Context) =>
  defineRoute({
    method: 'DELETE',
    path: '/critical_defects',
    action: ACTION,
    summary: 'Remove a critical defect',
    description:
      'One that was recorded by mistake, with all its fixes. Releases that carried a fix of it stay. The key can be recorded anew.',
    role: 'manager',
    // A pipeline's token, which may only record, takes nothing away.
    scope: 'admin',
    input: z.object({ defect_key: stringInput({ max: 200 }).describe('The key that it was recorded with.') }),
    output: z.object({ ...envelopeShape, defect_key: z.string().describe('The key that is free again.') }),
    async handle({ defect_key }, { principal }) {
      const removed = await removeDefect(context, principal.entityId, defect_key);
      if (!removed) throw notFound('No defect has this key.', 'defect_key');
      return ok(success(ACTION, `The defect ${defect_key} is removed.`, { defect_key }));
    },
  });
