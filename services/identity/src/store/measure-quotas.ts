import { createGauge, type Metrics } from '@linescope/chassis/metrics/metrics';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { lowestQuotas } from './quotas.ts';

/** Of many budgets only the lowest are shown. */
const MAX_BUDGETS = 200;

/** What is left of the budgets of calls to code hosts, trackers and AI providers. */
export const measureQuotas = ({ registry }: Metrics, postgres: Postgres): void =>
  createGauge(registry, {
    name: 'linescope_provider_quota_left_ratio',
    help: 'Share of a budget of calls that is left, by entity and budget (connection and resource); the lowest 200.',
    labelNames: ['entity', 'budget'],
    measure: async () =>
      (await lowestQuotas(postgres, new Date(), MAX_BUDGETS)).map(({ key, entity_id, left }) => ({
        labels: { entity: String(entity_id), budget: key },
        value: left,
      })),
  });
