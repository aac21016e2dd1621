import type { Context } from '../context.ts';
import { wakeWorkers } from '../store/import-queue.ts';
import { doubtFacts, requestRun } from '../store/imports.ts';
import { markAllUnstored } from '../store/provider-records.ts';
import { forgetReading } from '../store/snapshots.ts';

/** Reads the histories of an entity, or of one of its repos, whole again, and stores what its hosts said again. Returns the repos. */
export async function rereadFacts(context: Context, entityId: number, repoPath: string | null): Promise<string[]> {
  const paths = await context.postgres.transaction(async (tx) => {
    const imports = await doubtFacts(tx, entityId, { repoPath });
    for (const found of imports) {
      await forgetReading(tx, found);
      await requestRun(tx, found.id);
      if (found.repo_id !== null) await markAllUnstored(tx, entityId, found.repo_id);
    }
    if (repoPath === null) await markAllUnstored(tx, entityId, 0);
    return imports.map(({ repo_path }) => repo_path);
  });
  wakeWorkers(context);
  return paths;
}
