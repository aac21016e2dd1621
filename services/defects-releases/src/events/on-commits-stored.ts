import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { commitsStored } from '@linescope/contract/events/imports-events';
import { applyReleaseRules } from '../actions/apply-release-rules.ts';
import { assignCommits } from '../actions/assign-commits.ts';
import { completeFixes } from '../actions/complete-fixes.ts';
import { findReleaseCommit } from '../actions/find-commit.ts';
import { linkCommits, recheckFixCommits } from '../actions/link-fix-commits.ts';
import { publishRelease } from '../actions/publish-release.ts';
import { saveAndPublish } from '../actions/save-and-publish-defect.ts';
import type { Context } from '../context.ts';
import { completeRelease, releasesAwaitingCommits, releasesWithoutCommit } from '../store/awaiting.ts';
import { lockDefectsOf } from '../store/releases.ts';

/** Completes what was recorded before its commits were imported. Every step is idempotent. */
export const onCommitsStored = (runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> =>
  consumeEvent(runtime, broker, commitsStored, async ({ entityId, data }) => {
    await completeFixes(context, entityId, data.repoId, data.shas);
    await completeReleases(context, entityId, data.repoId, data.shas);
    await linkCommits(context, entityId, data.repoId, data.shas);
    if (data.completesRun) await recheckFixCommits(context, entityId, data.repoId);
    await applyReleaseRules(context, entityId, data.repoId, {
      tips: data.branchTips ?? [],
      merges: data.merges ?? [],
      tags: [],
    });
  });

async function completeReleases(context: Context, entityId: number, repoId: number, shas: string[]): Promise<void> {
  for (const release of await releasesAwaitingCommits(context.postgres, entityId, repoId, shas)) {
    const commit = release.sha ? await findReleaseCommit(context, entityId, repoId, release.sha) : null;
    if (!commit) continue;
    await context.postgres.transaction(async (tx) => {
      const defectIds = await lockDefectsOf(tx, [release.id]);
      if (!(await completeRelease(tx, release.id, commit.authoredAt))) return;
      await publishRelease(context, tx, release.id);
      for (const id of defectIds) await saveAndPublish(context, tx, { id });
    });
  }
  await assignCommits(context, await releasesWithoutCommit(context.postgres, entityId, repoId));
}
