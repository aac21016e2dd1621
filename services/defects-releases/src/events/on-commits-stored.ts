import type { EventEnvelope } from '@linescope/contract/events/define-event';
import type { commitsStored } from '@linescope/contract/events/imports-events';
import type { z } from 'zod';
import { findCommit } from '../actions/find-commit.ts';
import { giveCommits } from '../actions/give-commits.ts';
import { tellRelease } from '../actions/record-release.ts';
import { settleAndTell } from '../actions/settle-defect.ts';
import type { Context } from '../context.ts';
import {
  completeFix,
  completeRelease,
  defectsWithoutNamedCommit,
  fixesAwaiting,
  releasesAwaiting,
  releasesWithoutCommit,
} from '../store/awaiting.ts';
import { lockDefectById, setNamedCommit } from '../store/defects.ts';
import { applyReleaseRules } from './apply-release-rules.ts';

type CommitsStored = EventEnvelope<z.output<typeof commitsStored.data>>;

/** Commits arrived: complete what was recorded before them. Every step is idempotent, so a repeat is harmless. */
export async function onCommitsStored(context: Context, event: CommitsStored): Promise<void> {
  const { entityId, data } = event;
  await completeFixes(context, entityId, data.repoId, data.shas);
  await completeReleases(context, entityId, data.repoId, data.shas);
  await findNamedCommits(context, entityId);
  await applyReleaseRules(context, entityId, data.repoId, {
    tips: data.branchTips ?? [],
    merges: data.merges ?? [],
    tags: [],
  });
}

async function completeFixes(context: Context, entityId: number, repoId: number, shas: string[]): Promise<void> {
  for (const fix of await fixesAwaiting(context.postgres, entityId, repoId, shas)) {
    const commit = await findCommit(context, entityId, repoId, fix.sha, 'fix_released_sha');
    if (!commit) continue;
    await context.postgres.transaction(async (tx) => {
      const defect = await lockDefectById(tx, fix.defect_id);
      if (!defect) return;
      await completeFix(tx, fix.id, commit.authoredAt, commit.mergedAt);
      await settleAndTell(context, tx, defect);
    });
  }
}

async function completeReleases(context: Context, entityId: number, repoId: number, shas: string[]): Promise<void> {
  for (const release of await releasesAwaiting(context.postgres, entityId, repoId, shas)) {
    const commit = release.sha ? await findCommit(context, entityId, repoId, release.sha, 'release_sha') : null;
    if (!commit) continue;
    await context.postgres.transaction(async (tx) => {
      if (await completeRelease(tx, release.id, commit.authoredAt)) await tellRelease(context, tx, release.id);
    });
  }
  await giveCommits(context, await releasesWithoutCommit(context.postgres, entityId, repoId));
}

async function findNamedCommits(context: Context, entityId: number): Promise<void> {
  const waiting = await defectsWithoutNamedCommit(context.postgres, entityId);
  if (waiting.length === 0) return;
  const { commits } = await context.analytics.firstCommitsNaming({
    entityId,
    keys: waiting.map((defect) => defect.defect_key),
  });
  const byKey = new Map(commits.map((named) => [named.key, named.commit?.authoredAt]));
  for (const waitingDefect of waiting) {
    const authoredAt = byKey.get(waitingDefect.defect_key);
    if (!authoredAt) continue;
    await context.postgres.transaction(async (tx) => {
      const defect = await lockDefectById(tx, waitingDefect.id);
      if (!defect || !(await setNamedCommit(tx, defect.id, new Date(authoredAt)))) return;
      await settleAndTell(context, tx, { id: defect.id, namedCommitAuthoredAt: new Date(authoredAt) });
    });
  }
}
