import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import type { Context } from '../context.ts';
import type { Release } from '../domain/release.ts';
import { insertDefect, lockDefect, putFix, setDefectIssue } from '../store/defects.ts';
import { markIssuesSeen, unseenIssueKeys } from '../store/release-issues.ts';
import { tieDefects } from '../store/releases.ts';
import { askAnalytics } from './find-commit.ts';
import { tellRelease } from './record-release.ts';
import { settleAndTell } from './settle-defect.ts';

export interface TrackedIssue {
  key: string;
  title: string;
  type: string;
  projectName: string;
  url: string;
  createdAt: string;
}

const DEFECT_TYPES = new Set(['bug', 'hotfix']);

/** Issues deployed that are of type Bug or Hotfix become defects, fixed by this release. Those not yet synced wait. */
export async function markIssuesOfRelease(
  context: Context,
  release: Release,
  repo: Pick<ScopedRepo, 'id' | 'organizationId' | 'path'>,
): Promise<void> {
  const keys = await unseenIssueKeys(context.postgres, release.id);
  if (keys.length === 0) return;
  const issues = await askAnalytics(
    context,
    async () => (await context.analytics.findIssues({ entityId: release.entityId, keys })).issues,
    [],
  );
  for (const issue of issues) await markIssue(context, release, repo, issue);
}

export async function markIssue(
  context: Context,
  release: Release,
  repo: Pick<ScopedRepo, 'id' | 'organizationId' | 'path'>,
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
    await putFix(tx, {
      entityId,
      defectId: defect.id,
      repo,
      sha: release.sha,
      releasedAt: release.releasedAt,
      awaitsCommit: release.awaitsCommit,
      pushedAt: null,
      authoredAt: null,
      mergedAt: null,
      releaseId: release.id,
    });
    await settleAndTell(context, tx, defect);
    if (await tieDefects(tx, release.id, [defect.id])) await tellRelease(context, tx, release.id);
  });
}
