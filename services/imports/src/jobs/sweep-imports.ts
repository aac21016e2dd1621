import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { publishJob } from '../store/import-jobs.ts';
import { pendingImports, takeDueImports } from '../store/imports.ts';

const EVERY_MS = 15_000;
const BATCH = 100;

/** What a queue alone does not guarantee: lost or unpublished jobs are published again, and completed repos are refreshed. */
export const startImportSweep = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, { name: 'sweep of imports', everyMs: EVERY_MS, run: () => sweepImports(context) });

async function sweepImports(context: Context): Promise<void> {
  for (const pending of await pendingImports(context.postgres, BATCH)) await publishJob(context, pending);
  const minutes = context.config.IMPORT_REFRESH_MINUTES;
  if (minutes === 0) return;
  const due = await context.postgres.transaction((tx) => takeDueImports(tx, minutes, BATCH));
  for (const refreshed of due) await publishJob(context, refreshed);
}
