import { FIRST_WEIGHTS } from '@linescope/contract/diff-delta-weights';
import { entitySettingsSchema } from '@linescope/contract/entity-settings';
import type { entitySettingsChanged } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';
import { requestScores } from '../store/score-versions.ts';
import type { EventOf } from './event-of.ts';

/** Changed weights of Diff Delta: the entity's commits are scored again. A version that is known, or older, changes nothing. */
export const onEntitySettingsChanged =
  ({ postgres }: Pick<Context, 'postgres'>, wakeDerivation: () => void) =>
  async ({ entityId, data }: EventOf<typeof entitySettingsChanged>): Promise<void> => {
    const { diff_delta_version: version, diff_delta_weights: weights } = entitySettingsSchema.parse(data.settings);
    if (version === 1) return;
    const request = { version, weights: weights ?? FIRST_WEIGHTS };
    if (await postgres.transaction((tx) => requestScores(tx, entityId, request))) wakeDerivation();
  };
