import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { stringArrayInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { setProcessing } from '../actions/committers/set-processing.ts';
import type { Context } from '../context.ts';
import { committerIdentifierInput, processingStatusInput } from './inputs.ts';

const ACTION = 'action_developer_set_processing';

export const setProcessingRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    statuses: [200],
    path: '/developers/set_processing',
    action: ACTION,
    summary: 'Set whether developers are processed',
    description:
      'A developer uses one seat with all identities, unless `not_processing`. A change beyond the seat limit is 409 and changes nothing.',
    role: 'admin',
    input: z
      .object({
        committer_user_name: stringArrayInput().optional(),
        committer_identifier: committerIdentifierInput.optional(),
        processing_status: processingStatusInput,
      })
      .refine((given) => given.committer_user_name?.length || given.committer_identifier !== undefined, {
        path: ['committer_user_name'],
        error: 'is required, unless committer_identifier is given',
        when: () => true, // also where another parameter is at fault
      }),
    output: z.object({
      ...envelopeShape,
      committers: z.array(z.object({ committer_user_name: z.string(), processing_status: z.string() })),
    }),
    async handle(given, { principal }) {
      const changed = await setProcessing(context, {
        entityId: principal.entityId,
        userNames: given.committer_user_name ?? [],
        identifiers: given.committer_identifier === undefined ? [] : [given.committer_identifier],
        status: given.processing_status,
        actor: `token:${principal.tokenId}`,
      });
      return ok(
        success(ACTION, `${changed.length} ${changed.length === 1 ? 'developer is' : 'developers are'} set.`, {
          committers: changed.map((committer) => ({
            committer_user_name: committer.userName,
            processing_status: committer.processingStatusEm,
          })),
        }),
      );
    },
  });
