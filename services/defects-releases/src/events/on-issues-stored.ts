import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { issuesStored } from '@linescope/contract/events/imports-events';
import type { z } from 'zod';
import { findReleaseCommit } from '../actions/find-commit.ts';
import { recordIssueDefect, type TrackedIssue } from '../actions/record-issue-defects.ts';
import { saveAndPublish } from '../actions/save-and-publish-defect.ts';
import type { Context } from '../context.ts';
import { insertDefect, lockDefect, setDefectIssue } from '../store/defects.ts';
import { markNotLinked } from '../store/fix-commits.ts';
import { upsertFix } from '../store/fixes.ts';
import { releasesAwaitingIssue } from '../store/release-issues.ts';

type StoredIssue = z.output<typeof issuesStored.data>['issues'][number];

export const onIssuesStored = (runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> =>
  consumeEvent(runtime, broker, issuesStored, ({ entityId, data }) => recordIssues(context, entityId, data.issues));

/** Issues that releases named become their defects, and those that the entity's rule matches become critical defects. */
async function recordIssues(context: Context, entityId: number, issues: StoredIssue[]): Promise<void> {
  const settings = await readEntitySettings(context.identity, entityId);
  if (!settings) return;
  const rule = settings.critical_defect_rule;
  const isCritical = (issue: StoredIssue): boolean =>
    includes(rule.types, issue.type) && issue.priority !== null && includes(rule.priorities, issue.priority);
  for (const issue of issues) {
    for (const release of await releasesAwaitingIssue(context.postgres, entityId, issue.key)) {
      const commit = release.sha
        ? await findReleaseCommit(context, entityId, release.repoId, release.sha).catch(() => null)
        : null;
      const repo = { id: release.repoId, organizationId: release.organizationId, path: release.repoPath };
      await recordIssueDefect(context, release, repo, commit, issue);
    }
    if (isCritical(issue)) await recordCriticalIssue(context, entityId, issue);
  }
  context.wakeLinking();
}

async function recordCriticalIssue(context: Context, entityId: number, issue: StoredIssue): Promise<void> {
  const repo = issue.repoId === null ? null : await repoOf(context, entityId, issue.repoId);
  await context.postgres.transaction(async (tx) => {
    const scope = {
      organizationId: repo?.organizationId ?? null,
      repoId: repo?.id ?? null,
      repoPath: repo?.path ?? null,
    };
    const detectedAt = new Date(issue.createdAt);
    let changed = await insertDefect(tx, entityId, issue.key, scope, { detectedAt, description: issue.title });
    const defect = await lockDefect(tx, entityId, issue.key);
    if (!defect) throw new Error(`defect ${issue.key} vanished`);
    if (await setDefectIssue(tx, defect.id, describeIssue(issue))) changed = true;
    if (
      repo &&
      issue.resolvedAt &&
      (await upsertFix(tx, trackerFix(entityId, defect.id, repo, new Date(issue.resolvedAt))))
    )
      changed = true;
    if (!changed) return;
    await saveAndPublish(context, tx, defect);
    await markNotLinked(tx, defect.id);
  });
}

const trackerFix = (
  entityId: number,
  defectId: number,
  repo: { id: number; organizationId: number; path: string },
  resolvedAt: Date,
) => ({
  entityId,
  defectId,
  repo,
  sha: null,
  namesCommit: false,
  releasedAt: resolvedAt,
  awaitsCommit: false,
  releasedNowAt: null,
  pushedAt: null,
  authoredAt: null,
  mergedAt: null,
  releaseId: null,
});

async function repoOf(context: Context, entityId: number, repoId: number) {
  const { repos } = await context.identity.listRepos({ entityId });
  return repos.find((repo) => repo.id === repoId) ?? null;
}

const describeIssue = (issue: TrackedIssue) => ({
  key: issue.key,
  title: issue.title,
  project: issue.projectName,
  url: issue.url,
});

const includes = (list: string[], text: string): boolean =>
  list.some((item) => item.toLowerCase() === text.toLowerCase());
