import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import type { Context } from '../context.ts';
import type { KnownCommit } from '../domain/commit.ts';
import type { Release } from '../domain/release.ts';
import { insertDefect, lockDefect, setDefectIssue } from '../store/defects.ts';
import { markNotLinked } from '../store/fix-commits.ts';
import { upsertFix } from '../store/fixes.ts';
import { markIssuesSeen, unseenIssueKeys } from '../store/release-issues.ts';
import { linkDefects } from '../store/releases.ts';
import { carriedFix } from './carried-fix.ts';
import { callAnalytics } from './find-commit.ts';
import { publishRelease } from './publish-release.ts';
import { saveAndPublish } from './save-and-publish-defect.ts';

export interface TrackedIssue {
  key: string;
  title: string;
  type: string;
  projectName: string;
  url: string;
  createdAt: string;
}

const DEFECT_TYPES = new Set(['bug', 'hotfix']);

/** Deployed issues of type Bug or Hotfix become defects, fixed by this release. Those not synced yet are recorded when they are. */
export async function recordIssueDefects(
  context: Context,
  release: Release,
  repo: Pick<ScopedRepo, 'id' | 'organizationId' | 'path'>,
  commit: KnownCommit | null,
): Promise<void> {
  const keys = await unseenIssueKeys(context.postgres, release.id);
  if (keys.length === 0) return;
  const issues = await callAnalytics(
    context,
    async () => (await context.analytics.findIssues({ entityId: release.entityId, keys })).issues,
    [],
  );
  for (const issue of issues) await recordIssueDefect(context, release, repo, commit, issue);
  // Whoever records a release does not wait until the messages of all commits were searched.
  context.wakeLinking();
}

/** The defect's commits are left to be looked up. */
export async function recordIssueDefect(
  context: Context,
  release: Release,
  repo: Pick<ScopedRepo, 'id' | 'organizationId' | 'path'>,
  commit: KnownCommit | null,
  issue: TrackedIssue,
): Promise<void> {
  const { entityId } = release;
  await context.postgres.transaction(async (tx) => {
    await markIssuesSeen(tx, release.id, [issue.key]);
    if (!DEFECT_TYPES.has(issue.type.toLowerCase())) return;
    const scope = { organizationId: repo.organizationId, repoId: repo.id, repoPath: repo.path };
    await insertDefect(tx, entityId, issue.key, scope, {
      detectedAt: new Date(issue.createdAt),
      description: issue.title,
    });
    const defect = await lockDefect(tx, entityId, issue.key);
    if (!defect) throw new Error(`defect ${issue.key} vanished`);
    await setDefectIssue(tx, defect.id, {
      key: issue.key,
      title: issue.title,
      project: issue.projectName,
      url: issue.url,
    });
    await upsertFix(tx, carriedFix(release, repo, commit, defect.id));
    const linked = await linkDefects(tx, release.id, [defect.id]);
    await saveAndPublish(context, tx, defect);
    if (linked.length > 0) await publishRelease(context, tx, release.id);
    await markNotLinked(tx, defect.id);
  });
}
