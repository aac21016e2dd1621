import type { Context } from '../context.ts';
import { publishJob } from '../store/import-jobs.ts';
import { type Import, queueImport } from '../store/imports.ts';

/** Queues the repo. One that is under way already stays as it is; one that completed fetches what is new. */
export async function queueRepo(
  context: Context,
  entityId: number,
  repoPath: string,
  windowSetting: string | null,
): Promise<{ queued: Import | null; isNew: boolean }> {
  const queued = await context.postgres.transaction((tx) => queueImport(tx, entityId, repoPath, windowSetting));
  if (queued) await publishQueued(context, queued);
  return { queued, isNew: queued?.run === 1 };
}

/** Publishes the job of an import that is queued in the database; if the broker is unavailable, the sweep does it later. */
export async function publishQueued(context: Context, queued: Import): Promise<void> {
  try {
    await publishJob(context, queued);
  } catch (err) {
    context.log.warn({ err, importId: queued.id }, 'publishing an import job failed, the next sweep retries');
  }
}
