import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { wakeWorkers } from '../store/import-queue.ts';
import { takeDueImports, takeFailedImports } from '../store/imports.ts';

const EVERY_MS = 15_000;
const BATCH = 100;

/** Completed repos are refreshed, and those whose refresh failed are tried again. */
export const startImportSweep = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, { name: 'sweep of imports', everyMs: EVERY_MS, run: () => sweepImports(context) });

async function sweepImports(context: Context): Promise<void> {
  const minutes = context.config.IMPORT_REFRESH_MINUTES;
  if (minutes === 0) return;
  const due = await context.postgres.transaction((tx) => takeDueImports(tx, minutes, BATCH));
  const failed = await context.postgres.transaction((tx) => takeFailedImports(tx, minutes, BATCH));
  if (due.length + failed.length > 0) wakeWorkers(context);
}
