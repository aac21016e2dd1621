import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Context } from '../context.ts';
import type { Release } from '../domain/release.ts';
import { setReleaseCommit } from '../store/awaiting.ts';
import { mergeRelease, releaseByCommit } from '../store/releases.ts';
import { newestCommitBefore } from './find-commit.ts';
import { publishRelease, publishRemovedRelease } from './publish-release.ts';

/** Sets the commit of releases that were recorded by time, where analytics knows it by now. */
export async function assignCommits(context: Context, releases: Release[]): Promise<void> {
  for (const release of releases) {
    const sha = await newestCommitBefore(context, release.entityId, release.repoId, release.releasedAt);
    if (sha) await context.postgres.transaction((tx) => assignCommit(context, tx, release, sha));
  }
}

async function assignCommit(context: Context, tx: Transaction, release: Release, sha: string): Promise<void> {
  const same = await releaseByCommit(tx, release, sha);
  if (same) {
    await mergeRelease(tx, release.id, same.id);
    await publishRemovedRelease(context, tx, release);
    await publishRelease(context, tx, same.id);
  } else if (await setReleaseCommit(tx, release.id, sha)) {
    await publishRelease(context, tx, release.id);
  }
}
