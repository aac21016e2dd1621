import type { Context } from '../context.ts';
import type { Release } from '../domain/release.ts';
import { lockDefectsOf, lockReleasesOf, nextReleaseOf } from '../store/releases.ts';
import { deleteFixesOfRelease, deleteRelease, releaseOf } from '../store/removed-releases.ts';
import { publishRelease, publishRemovedRelease } from './publish-release.ts';
import { saveAndPublish } from './save-and-publish-defect.ts';

/** Takes a release back with the fixes that it brought; the release after it then holds its commits. Null where there is none. */
export async function removeRelease(context: Context, entityId: number, id: number): Promise<Release | null> {
  const known = await releaseOf(context.postgres, entityId, id);
  if (!known) return null;
  return context.postgres.transaction(async (tx) => {
    await lockReleasesOf(tx, known.repoId);
    const release = await releaseOf(tx, entityId, id);
    if (!release) return null;
    const next = await nextReleaseOf(tx, release);
    const defectIds = await lockDefectsOf(tx, [id]);
    await deleteFixesOfRelease(tx, id);
    await deleteRelease(tx, release);
    await publishRemovedRelease(context, tx, release);
    if (next) await publishRelease(context, tx, next.id);
    for (const defectId of defectIds) await saveAndPublish(context, tx, { id: defectId });
    return release;
  });
}
