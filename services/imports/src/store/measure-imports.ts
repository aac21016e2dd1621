import { type Metrics, measured } from '@linescope/chassis/metrics/metrics';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const statusRow = z.object({ status: z.string(), imports: z.number() });
const quotaRow = z.object({ key: z.string(), entity_id: z.number(), left: z.number() });
/** Of many connections those that have least left are worth a look. */
const MOST_BUDGETS = 200;

/** Imports by status, and what is left of the budgets of calls to code hosts. */
export function measureImports({ registry }: Metrics, postgres: Postgres, now: () => Date): void {
  measured(registry, {
    name: 'linescope_imports',
    help: 'Imports, by status.',
    labelNames: ['status'],
    measure: async () => {
      const rows = await postgres.many(
        statusRow,
        'SELECT import_status AS status, count(*) AS imports FROM imports GROUP BY 1',
      );
      return rows.map(({ status, imports }) => ({ labels: { status }, value: imports }));
    },
  });
  measured(registry, {
    name: 'linescope_provider_quota_left_ratio',
    help: 'Share of a budget of calls that is left, by entity, connection and what is asked for; the lowest ones.',
    labelNames: ['entity', 'budget'],
    measure: async () => {
      const rows = await postgres.many(
        quotaRow,
        `SELECT key, entity_id,
                CASE WHEN (state->>'resetAt')::numeric < $1 THEN 1
                     ELSE (state->>'remaining')::float8 / greatest((state->>'limit')::float8, 1) END AS left
         FROM provider_quotas
         WHERE state IS NOT NULL
         ORDER BY 3, 1
         LIMIT $2`,
        [now().getTime(), MOST_BUDGETS],
      );
      return rows.map(({ key, entity_id, left }) => ({
        labels: { entity: String(entity_id), budget: key },
        value: left,
      }));
    },
  });
}
