import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { releaseChanged } from '@linescope/contract/events/defects-releases-events';
import type { Context } from '../context.ts';
import { saveRelease } from '../store/repo-releases.ts';

/** A release says when its repo was deployed, which the list of imports shows. */
export const onReleaseChanged = (runtime: Runtime<unknown>, context: Context): Promise<void> =>
  consumeEvent(runtime, context.broker, releaseChanged, async ({ entityId, aggregateVersion, data }) => {
    const { releaseId, repoId, releasedAt, removed } = data;
    await saveRelease(context.postgres, {
      entityId,
      releaseId,
      repoId,
      releasedAt,
      removed,
      version: aggregateVersion,
    });
  });
