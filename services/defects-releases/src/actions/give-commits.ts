import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Context } from '../context.ts';
import type { Release } from '../domain/release.ts';
import { releasesLackingCommit, setReleaseCommit } from '../store/awaiting.ts';
import { absorbRelease, releaseByCommit } from '../store/releases.ts';
import { newestCommitBefore } from './find-commit.ts';
import { tellRelease, tellRemovedRelease } from './record-release.ts';

const SWEEP_MS = 30_000;
const BATCH = 200;

/** Releases that were recorded by time get their commit as soon as it can be told. */
export async function giveCommits(context: Context, releases: Release[]): Promise<void> {
  for (const release of releases) {
    const sha = await newestCommitBefore(context, release.entityId, release.repoId, release.releasedAt);
    if (sha) await context.postgres.transaction((tx) => giveCommit(context, tx, release, sha));
  }
}

async function giveCommit(context: Context, tx: Transaction, release: Release, sha: string): Promise<void> {
  const same = await releaseByCommit(tx, release, sha);
  if (same) {
    await absorbRelease(tx, release.id, same.id);
    await tellRemovedRelease(context, tx, release);
    await tellRelease(context, tx, same.id);
  } else if (await setReleaseCommit(tx, release.id, sha)) {
    await tellRelease(context, tx, release.id);
  }
}

/** For those recorded while analytics was away and whose repo gets no new commits. */
export function startCommitSweep(context: Context): () => void {
  const timer = setInterval(() => {
    releasesLackingCommit(context.postgres, BATCH)
      .then((releases) => giveCommits(context, releases))
      .catch((err: unknown) => context.log.warn({ err }, 'releases without a commit will be looked at again'));
  }, SWEEP_MS);
  return () => clearInterval(timer);
}
