import { currentTrace } from '@linescope/chassis/trace/trace-context';
import type { Context } from '../context.ts';
import { wakeWorkers } from '../store/import-queue.ts';
import { type Import, queueImport } from '../store/imports.ts';
import { publishImport } from './publish-import.ts';

/** Queues the repo. One that is under way already stays as it is; one that completed fetches what is new. */
export async function queueRepo(
  context: Context,
  entityId: number,
  repoPath: string,
  windowSetting: string | null,
): Promise<{ queued: Import | null; isNew: boolean }> {
  const trace = currentTrace()?.traceIdentifier ?? null;
  const queued = await context.postgres.transaction(async (tx) => {
    const known = await queueImport(tx, entityId, repoPath, windowSetting, trace);
    if (known?.awaited) await publishImport(tx, context.outbox, known.id);
    return known;
  });
  if (queued) wakeWorkers(context);
  return { queued, isNew: queued?.run === 1 };
}
