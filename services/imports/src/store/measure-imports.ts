import { createGauge, type Metrics } from '@linescope/chassis/metrics/metrics';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { countJobs } from './import-queue.ts';

const statusRow = z.object({ status: z.string(), imports: z.number() });

/** Imports by status, and those that workers have or could take. */
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
  createGauge(registry, {
    name: 'linescope_import_jobs',
    help: 'Imports that are due or under way; those that wait for a quota are not counted.',
    labelNames: [],
    measure: async () => {
      const { due, under_way } = await countJobs(postgres);
      return [{ labels: {}, value: due + under_way }];
    },
  });
}
