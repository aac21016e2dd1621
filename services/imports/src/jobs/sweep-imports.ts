import type { Context } from '../context.ts';
import { publishJob } from '../events/on-import-job.ts';
import { pendingImports, takeDueImports } from '../store/imports.ts';

const SWEEP_MS = 15_000;
const BATCH = 100;

/**
 * What a queue alone does not promise: a job whose message was lost with the broker, or was never published, is
 * published again; and completed repos are looked at again after a while. Any number of replicas may sweep.
 */
export function startSweep(context: Context): () => void {
  const sweep = async () => {
    for (const waiting of await pendingImports(context.postgres, BATCH)) await publishJob(context, waiting);
    const minutes = context.config.IMPORT_REFRESH_MINUTES;
    if (minutes === 0) return;
    const due = await context.postgres.transaction((tx) => takeDueImports(tx, minutes, BATCH));
    for (const job of due) await publishJob(context, job);
  };
  const timer = setInterval(() => {
    sweep().catch((err: unknown) => context.log.warn({ err }, 'sweep did not finish'));
  }, SWEEP_MS);
  return () => clearInterval(timer);
}
