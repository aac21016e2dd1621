import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import type { EventEnvelope } from '@linescope/contract/events/define-event';
import type { issuesStored } from '@linescope/contract/events/imports-events';
import type { z } from 'zod';
import { markIssue, type TrackedIssue } from '../actions/mark-issues.ts';
import { settleAndTell } from '../actions/settle-defect.ts';
import type { Context } from '../context.ts';
import { insertDefect, lockDefect, putFix, setDefectIssue } from '../store/defects.ts';
import { releasesAwaitingIssue } from '../store/release-issues.ts';

type IssuesStored = EventEnvelope<z.output<typeof issuesStored.data>>;
type StoredIssue = IssuesStored['data']['issues'][number];

/** Issues arrived: releases that named them learn their type, and the entity's rule makes critical defects of some. */
export async function onIssuesStored(context: Context, event: IssuesStored): Promise<void> {
  const { entityId, data } = event;
  const settings = await readEntitySettings(context.identity, entityId);
  if (!settings) return;
  const rule = settings.critical_defect_rule;
  const isCritical = (issue: StoredIssue): boolean =>
    includes(rule.types, issue.type) && issue.priority !== null && includes(rule.priorities, issue.priority);
  for (const issue of data.issues) {
    for (const release of await releasesAwaitingIssue(context.postgres, entityId, issue.key)) {
      await markIssue(
        context,
        release,
        { id: release.repoId, organizationId: release.organizationId, path: release.repoPath },
        issue,
      );
    }
    if (isCritical(issue)) await recordCriticalIssue(context, entityId, issue);
  }
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
      (await putFix(tx, trackerFix(entityId, defect.id, repo, new Date(issue.resolvedAt))))
    )
      changed = true;
    if (changed) await settleAndTell(context, tx, defect);
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
  releasedAt: resolvedAt,
  awaitsCommit: false,
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
