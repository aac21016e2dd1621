import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { DEFINITION_VERSION } from '../segments/definition-changes.ts';
import { type Derivation, listDerivations } from '../store/derivations.ts';

const ACTION = 'action_list_derivations';

const derivationSchema = z
  .object({
    derivation_em: z.string(),
    version: z.number(),
    state_em: z.enum(['pending', 'in_progress', 'completed']),
    done_count: z.number(),
    total_count: z.number(),
    percent_complete: z.number(),
    requested_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: 'Derivation', description: 'Facts that are derived again from stored ones.' });

export const describeDerivation = (row: Derivation): z.output<typeof derivationSchema> => ({
  derivation_em: row.derivation,
  version: row.version,
  state_em: row.finished_at ? 'completed' : row.started_at ? 'in_progress' : 'pending',
  done_count: row.done,
  total_count: row.total,
  percent_complete: row.finished_at ? 100 : row.total === 0 ? 0 : Math.floor((99 * row.done) / row.total),
  requested_at: row.requested_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});

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
      definition_version: z.number(),
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
