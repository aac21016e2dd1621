import type { Context } from '../context.ts';
import { type Import, queueImport } from '../store/imports.ts';
import { publishJob } from '../work/take-jobs.ts';

/** Queues the repo. One that is under way already stays as it is; one that completed fetches what is new. */
export async function queueRepo(
  context: Context,
  entityId: number,
  repoPath: string,
  windowSetting: string | null,
): Promise<{ queued: Import | null; isNew: boolean }> {
  const queued = await context.postgres.transaction((tx) => queueImport(tx, entityId, repoPath, windowSetting));
  if (queued)
    await publishJob(context, queued).catch((err: unknown) =>
      context.log.warn({ err }, 'job not published yet; the sweep will'),
    );
  return { queued, isNew: queued?.run === 1 };
}
