import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { pullRequestsStored } from '@linescope/contract/events/imports-events';
import { completeFixes } from '../actions/complete-fixes.ts';
import { linkCommits } from '../actions/link-fix-commits.ts';
import type { Context } from '../context.ts';

/** A pull request's title or branch may name a defect: its commits are then fix commits, merged when it was. */
export const onPullRequestsStored = (runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> =>
  consumeEvent(runtime, broker, pullRequestsStored, async ({ entityId, data }) => {
    await completeFixes(context, entityId, data.repoId, data.shas);
    await linkCommits(context, entityId, data.repoId, data.shas);
  });
