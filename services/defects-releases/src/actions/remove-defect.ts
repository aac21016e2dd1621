import { defectChanged } from '@linescope/contract/events/defects-releases-events';
import type { Context } from '../context.ts';
import type { Defect } from '../domain/defect.ts';
import { deleteDefect, lockDefect, releasesWithDefect } from '../store/defects.ts';
import { publishRelease } from './publish-release.ts';

/** Takes a defect back with all its fixes; releases that carried one are told anew. Null where none has the key. */
export const removeDefect = (context: Context, entityId: number, defectKey: string): Promise<Defect | null> =>
  context.postgres.transaction(async (tx) => {
    const defect = await lockDefect(tx, entityId, defectKey);
    if (!defect) return null;
    const releases = await releasesWithDefect(tx, defect.id);
    await deleteDefect(tx, defect.id);
    await context.outbox.add(tx, defectChanged, {
      entityId,
      aggregateId: defect.id,
      aggregateVersion: defect.version + 1,
      data: {
        defectId: defect.id,
        defectKey,
        category: defect.category,
        severity: defect.severity,
        organizationId: defect.organizationId,
        repoId: defect.repoId,
        detectedAt: defect.detectedAt.toISOString(),
        firstFixActivityAt: null,
        firstFixMergedAt: null,
        firstFixReleasedAt: null,
        finalFixReleasedAt: null,
        resolvedAt: null,
        removed: true,
        fixCommits: [],
        fixes: [],
      },
    });
    for (const id of releases) await publishRelease(context, tx, id);
    return defect;
  });
