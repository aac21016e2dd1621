import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import { conflict, type Fault, invalidParameter } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import type { KnownCommit } from '../domain/commit.ts';
import type { Defect } from '../domain/defect.ts';
import type { Release, ReleaseTrigger } from '../domain/release.ts';
import { lockDefect } from '../store/defects.ts';
import { upsertFix } from '../store/fixes.ts';
import {
  countDefectsOf,
  countIssuesWith,
  ensureRelease,
  findRelease,
  linkDefects,
  linkIssues,
  nextReleaseOf,
  setDeployer,
} from '../store/releases.ts';
import { forgetRemoval } from '../store/removed-releases.ts';
import { carriedFix } from './carried-fix.ts';
import { findReleaseCommit, newestCommitBefore } from './find-commit.ts';
import { publishRelease } from './publish-release.ts';
import { recordIssueDefects } from './record-issue-defects.ts';
import { isSummed, saveAndPublish } from './save-and-publish-defect.ts';

const MAX_KEYS = 2_000;

const tooManyKeys = (param: string, does: string): Fault =>
  invalidParameter(param, `A release ${does} at most 2,000 keys; with these it would have more.`, 'too_many');

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
  await refuseEarly(context, record);
  const commit = record.sha ? await findReleaseCommit(context, entityId, repo.id, record.sha) : null;
  const releasedAt = record.releasedAt ?? commit?.authoredAt ?? context.now();
  const releaseCommit = record.sha ? commit : await newestCommitBefore(context, entityId, repo.id, releasedAt);
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
        sha: record.sha ?? releaseCommit?.sha ?? null,
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
    if (await addFixes(context, tx, release, repo, record.defectKeys, releaseCommit)) changed = true;
    if (await addIssues(tx, release, record.issueKeys)) changed = true;
    if (changed) await publishRelease(context, tx, release.id);
    if (isNew) {
      await forgetRemoval(tx, release);
      const next = await nextReleaseOf(tx, release);
      if (next) await publishRelease(context, tx, next.id);
    }
    return { release, isNew };
  });
  if (record.issueKeys.length > 0) await recordIssueDefects(context, recorded.release, repo, releaseCommit);
  return recorded;
}

/** What would be refused after all is refused before its commit is looked up and its repo locked. */
async function refuseEarly(
  { postgres }: Context,
  { repo, name, sha, releasedAt, issueKeys }: ReleaseRecord,
): Promise<void> {
  if (issueKeys.length === 0) return;
  const known = await findRelease(postgres, { repoId: repo.id, name, sha, releasedAt }, sha !== null);
  if (known) await checkIssues(postgres, known, issueKeys);
}

async function checkIssues(db: Queryable, { id }: Release, keys: string[]): Promise<void> {
  if ((await countIssuesWith(db, id, keys)) > MAX_KEYS) throw tooManyKeys('issue_keys_resolved', 'resolves');
}

/** A release with all its keys is one message: added without end, they would make one that no broker takes. */
async function addIssues(tx: Transaction, release: Release, keys: string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  await checkIssues(tx, release, keys);
  return linkIssues(tx, release, keys);
}

/** `defect_keys` say that this release carries their fixes: each is a fix in this repo, released at the release's time. */
async function addFixes(
  context: Context,
  tx: Transaction,
  release: Release,
  repo: ScopedRepo,
  keys: string[],
  commit: KnownCommit | null,
): Promise<boolean> {
  const unknown: string[] = [];
  const defects: Defect[] = [];
  const changed = new Set<number>();
  // Locked in one order, so that two releases with the same keys cannot wait for each other.
  for (const key of [...keys].sort()) {
    const defect = await lockDefect(tx, release.entityId, key);
    if (!defect) {
      unknown.push(key);
      continue;
    }
    defects.push(defect);
    if (await upsertFix(tx, carriedFix(release, repo, commit, defect.id))) changed.add(defect.id);
  }
  if (unknown.length > 0)
    throw conflict(`No defect has the key ${unknown.join(', ')}; record it first.`, 'defect_keys');
  if (defects.length === 0) return false;
  const linked = await linkDefects(
    tx,
    release.id,
    defects.map(({ id }) => id),
  );
  if ((await countDefectsOf(tx, release.id)) > MAX_KEYS) throw tooManyKeys('defect_keys', 'carries the fixes of');
  for (const id of linked) changed.add(id);
  for (const defect of defects)
    if (changed.has(defect.id) || !(await isSummed(tx, defect))) await saveAndPublish(context, tx, defect);
  return linked.length > 0;
}

/** The identity that is named, who may be somebody else's later; an unknown deployer is kept by name only. */
async function findDeployer(context: Context, entityId: number, userName: string): Promise<number | null> {
  const { committers } = await context.developersTeams.findCommitters({ entityId, identifiers: [userName] });
  return committers[0]?.id ?? null;
}
