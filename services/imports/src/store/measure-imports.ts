import { createGauge, type Metrics } from '@linescope/chassis/metrics/metrics';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const statusRow = z.object({ status: z.string(), imports: z.number() });

/** Imports by status. */
export function measureImports({ registry }: Metrics, postgres: Postgres): void {
  createGauge(registry, {
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
}
