import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Context } from '../context.ts';
import type { KnownCommit } from '../domain/commit.ts';
import type { Release } from '../domain/release.ts';
import { setCommitOfFixes, setReleaseCommit } from '../store/awaiting.ts';
import { lockDefectsOf, mergeRelease, releaseByCommit } from '../store/releases.ts';
import { newestCommitBefore } from './find-commit.ts';
import { publishRelease, publishRemovedRelease } from './publish-release.ts';
import { saveAndPublish } from './save-and-publish-defect.ts';

/** Sets the commit of releases that were recorded by time, where analytics knows it by now. */
export async function assignCommits(context: Context, releases: Release[]): Promise<void> {
  for (const release of releases) {
    const commit = await newestCommitBefore(context, release.entityId, release.repoId, release.releasedAt);
    if (commit) await context.postgres.transaction((tx) => assignCommit(context, tx, release, commit));
  }
}

async function assignCommit(context: Context, tx: Transaction, release: Release, commit: KnownCommit): Promise<void> {
  const same = await releaseByCommit(tx, release, commit.sha);
  const id = same?.id ?? release.id;
  const defectIds = await lockDefectsOf(tx, [release.id, id]);
  if (same) {
    await mergeRelease(tx, release.id, same.id);
    await publishRemovedRelease(context, tx, release);
    await publishRelease(context, tx, same.id);
  } else if (await setReleaseCommit(tx, release.id, commit.sha)) {
    await publishRelease(context, tx, release.id);
  }
  await setCommitOfFixes(tx, id, commit);
  for (const defectId of defectIds) await saveAndPublish(context, tx, { id: defectId });
}
