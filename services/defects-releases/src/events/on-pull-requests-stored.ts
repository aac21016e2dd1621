import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { pullRequestsStored } from '@linescope/contract/events/imports-events';
import { linkCommits } from '../actions/link-fix-commits.ts';
import type { Context } from '../context.ts';

/** A pull request's title or branch may name a defect, and its commits are then fix commits. */
export const onPullRequestsStored = (runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> =>
  consumeEvent(runtime, broker, pullRequestsStored, ({ entityId, data }) =>
    linkCommits(context, entityId, data.repoId, data.shas),
  );
