import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { commitsStored, issuesStored, tagsStored } from '@linescope/contract/events/imports-events';
import type { Context } from '../context.ts';
import { applyReleaseRules } from './apply-release-rules.ts';
import { onCommitsStored } from './on-commits-stored.ts';
import { onIssuesStored } from './on-issues-stored.ts';

/** Everything this service hears, in one place. */
export async function hearEvents(runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> {
  await consumeEvent(runtime, broker, commitsStored, (event) => onCommitsStored(context, event));
  await consumeEvent(runtime, broker, issuesStored, (event) => onIssuesStored(context, event));
  await consumeEvent(runtime, broker, tagsStored, (event) =>
    applyReleaseRules(context, event.entityId, event.data.repoId, { tags: event.data.tags, tips: [], merges: [] }),
  );
}
