import { deleteRepoRowsOf, type RemoveRepoRows } from '@linescope/chassis/offboarding/remove-repo';
import type { Context } from '../context.ts';
import { defectsFixedIn, lockDefectById } from '../store/defects.ts';
import { saveAndPublish } from './save-and-publish-defect.ts';

/** Releases of the repo, defects that were recorded for it, and the fixes that it held of others, which are told anew. */
export const removeRepoRows =
  (context: Context): RemoveRepoRows =>
  async (tx, repo) => {
    const fixed = await defectsFixedIn(tx, repo.entityId, repo.repoId);
    const counts = await deleteRepoRowsOf('releases', 'removed_releases', 'fix_commits', 'fixes', 'defects')(tx, repo);
    for (const id of fixed) {
      const defect = await lockDefectById(tx, id);
      if (defect) await saveAndPublish(context, tx, defect);
    }
    return counts;
  };
