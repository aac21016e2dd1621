import type { Context } from '../context.ts';
import { completeFix, fixesByCommits } from '../store/awaiting.ts';
import { lockDefectById } from '../store/defects.ts';
import { findCommit } from './find-commit.ts';
import { saveAndPublish } from './save-and-publish-defect.ts';

/** Gives fixes the times of their commits, now that these, or the pull requests that hold them, have changed. */
export async function completeFixes(
  context: Context,
  entityId: number,
  repoId: number,
  shas: readonly string[],
): Promise<void> {
  for (const fix of await fixesByCommits(context.postgres, entityId, repoId, shas)) {
    const commit = await findCommit(context, entityId, repoId, fix.sha, 'fix_released_sha');
    if (!commit) continue;
    await context.postgres.transaction(async (tx) => {
      const defect = await lockDefectById(tx, fix.defect_id);
      if (!defect) return;
      if ((await completeFix(tx, fix.id, commit)) > 0) await saveAndPublish(context, tx, defect);
    });
  }
}
