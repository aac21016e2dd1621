import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import { releaseChanged } from '@linescope/contract/events/defects-releases-events';
import { conflict } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import type { Release, ReleaseTrigger } from '../domain/release.ts';
import { lockDefect, putFix } from '../store/defects.ts';
import {
  bumpRelease,
  ensureRelease,
  keysOfRelease,
  nextReleaseOf,
  previousShaOf,
  setDeployer,
  tieDefects,
  tieIssues,
} from '../store/releases.ts';
import { findCommit, newestCommitBefore } from './find-commit.ts';
import { markIssuesOfRelease } from './mark-issues.ts';
import { settleAndTell } from './settle-defect.ts';

export interface ReleaseRecord {
  entityId: number;
  repo: ScopedRepo;
  name: string;
  sha: string | null;
  /** Null: the commit's authored time, or the time of receipt until the commit is known. */
  releasedAt: Date | null;
  triggeredBy: ReleaseTrigger;
  deployedByUserName: string | null;
  defectKeys: string[];
  issueKeys: string[];
}

export interface RecordedRelease {
  release: Release;
  isNew: boolean;
}

/** Ensures the release exists. A repeat keeps the first time and adds keys. */
export async function recordRelease(context: Context, record: ReleaseRecord): Promise<RecordedRelease> {
  const { entityId, repo } = record;
  const commit = record.sha ? await findCommit(context, entityId, repo.id, record.sha, 'release_sha') : null;
  const releasedAt = record.releasedAt ?? commit?.authoredAt ?? context.now();
  const sha = record.sha ?? (await newestCommitBefore(context, entityId, repo.id, releasedAt));
  const deployer = record.deployedByUserName ? await findDeployer(context, entityId, record.deployedByUserName) : null;

  const recorded = await context.postgres.transaction(async (tx) => {
    const { release, isNew } = await ensureRelease(
      tx,
      {
        entityId,
        organizationId: repo.organizationId,
        repoId: repo.id,
        repoPath: repo.path,
        name: record.name,
        sha,
        awaitsCommit: record.sha !== null && commit === null && record.releasedAt === null,
        releasedAt,
        triggeredBy: record.triggeredBy,
        deployedByUserName: record.deployedByUserName,
        deployedByCommitterId: deployer,
      },
      record.sha !== null,
    );
    let changed = isNew;
    if (!isNew && record.deployedByUserName && (await setDeployer(tx, release.id, record.deployedByUserName, deployer)))
      changed = true;
    if (await carryDefects(context, tx, release, repo, record.defectKeys, commit)) changed = true;
    if (record.issueKeys.length > 0 && (await tieIssues(tx, release, record.issueKeys))) changed = true;
    if (changed) await tellRelease(context, tx, release.id);
    if (isNew) {
      const next = await nextReleaseOf(tx, release);
      if (next) await tellRelease(context, tx, next.id);
    }
    return { release, isNew };
  });
  if (record.issueKeys.length > 0) await markIssuesOfRelease(context, recorded.release, repo);
  return recorded;
}

/** `defect_keys` say that this release carries their fixes: each becomes a fix in this repo at the release's time. */
async function carryDefects(
  context: Context,
  tx: Transaction,
  release: Release,
  repo: ScopedRepo,
  keys: string[],
  commit: { authoredAt: Date; mergedAt: Date | null } | null,
): Promise<boolean> {
  const unknown: string[] = [];
  const ids: number[] = [];
  // Locked in one order, so that two releases with the same keys cannot wait for each other.
  for (const key of [...keys].sort()) {
    const defect = await lockDefect(tx, release.entityId, key);
    if (!defect) {
      unknown.push(key);
      continue;
    }
    ids.push(defect.id);
    const added = await putFix(tx, {
      entityId: release.entityId,
      defectId: defect.id,
      repo,
      sha: release.sha,
      releasedAt: release.releasedAt,
      awaitsCommit: release.awaitsCommit,
      pushedAt: null,
      authoredAt: commit?.authoredAt ?? null,
      mergedAt: commit?.mergedAt ?? null,
      releaseId: release.id,
    });
    if (added) await settleAndTell(context, tx, defect);
  }
  if (unknown.length > 0)
    throw conflict(`No defect has the key ${unknown.join(', ')}; record it first.`, 'defect_keys');
  return ids.length > 0 && (await tieDefects(tx, release.id, ids));
}

export async function tellRelease(context: Context, tx: Transaction, id: number): Promise<void> {
  const release = await bumpRelease(tx, id);
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

export async function tellRemovedRelease(context: Context, tx: Transaction, release: Release): Promise<void> {
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

/** An unknown deployer is kept by name; analytics and people may learn of them later. */
async function findDeployer(context: Context, entityId: number, userName: string): Promise<number | null> {
  const { committers } = await context.developersTeams.findCommitters({ entityId, identifiers: [userName] });
  return committers[0]?.primaryId ?? null;
}
