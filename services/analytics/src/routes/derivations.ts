import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { integer } from '@linescope/contract/output-fields';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { DEFINITION_VERSION } from '../segments/definition-changes.ts';
import { derivationSchema, describeDerivation, listDerivations } from '../store/derivations.ts';

const ACTION = 'action_list_derivations';

export const derivationsRoute = ({ postgres }: Pick<Context, 'postgres'>) =>
  defineRoute({
    method: 'GET',
    path: '/derivations',
    action: ACTION,
    summary: 'How far facts are derived again',
    description:
      'After an upgrade that changed a definition (definitions), and after a change of the weights of Diff Delta (diff_delta), stored facts are derived again while reports are served.',
    role: 'admin',
    input: z.object({}),
    output: z.object({
      ...envelopeShape,
      definition_version: integer,
      derivations: z.array(derivationSchema),
    }),
    async handle(_, { principal }) {
      const derivations = (await listDerivations(postgres, principal.entityId)).map(describeDerivation);
      const left = derivations.filter(({ state_em: state }) => state !== 'completed').length;
      const detail =
        left === 0 ? 'All facts follow the current definitions.' : `${left} of ${derivations.length} under way.`;
      return ok(success(ACTION, detail, { definition_version: DEFINITION_VERSION, derivations }));
    },
  });
