import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { releaseChanged } from '@linescope/contract/events/defects-releases-events';
import type { Context } from '../context.ts';
import type { Release } from '../domain/release.ts';
import { incrementVersion, keysOfRelease, previousShaOf } from '../store/releases.ts';

/** Publishes the whole release as it is now, under a new version. */
export async function publishRelease(context: Context, tx: Transaction, id: number): Promise<void> {
  const release = await incrementVersion(tx, id);
  const keys = await keysOfRelease(tx, id);
  await context.outbox.add(tx, releaseChanged, {
    entityId: release.entityId,
    aggregateId: release.id,
    aggregateVersion: release.version,
    data: {
      releaseId: release.id,
      repoId: release.repoId,
      name: release.name === '' ? null : release.name,
      sha: release.sha,
      previousSha: await previousShaOf(tx, id),
      releasedAt: release.releasedAt.toISOString(),
      triggeredBy: release.triggeredBy,
      deployedByCommitterId: release.deployedByCommitterId,
      defectKeys: keys.defect_keys,
      issueKeys: keys.issue_keys,
      removed: false,
    },
  });
}

export async function publishRemovedRelease(context: Context, tx: Transaction, release: Release): Promise<void> {
  await context.outbox.add(tx, releaseChanged, {
    entityId: release.entityId,
    aggregateId: release.id,
    aggregateVersion: release.version + 1,
    data: {
      releaseId: release.id,
      repoId: release.repoId,
      name: release.name === '' ? null : release.name,
      sha: release.sha,
      previousSha: null,
      releasedAt: release.releasedAt.toISOString(),
      triggeredBy: release.triggeredBy,
      deployedByCommitterId: null,
      defectKeys: [],
      issueKeys: [],
      removed: true,
    },
  });
}
