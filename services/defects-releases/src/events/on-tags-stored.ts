import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { tagsStored } from '@linescope/contract/events/imports-events';
import { applyReleaseRules } from '../actions/apply-release-rules.ts';
import type { Context } from '../context.ts';

/** Tags may be releases, by the entity's rule. */
export const onTagsStored = (runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> =>
  consumeEvent(runtime, broker, tagsStored, ({ entityId, data }) =>
    applyReleaseRules(context, entityId, data.repoId, { tags: data.tags, tips: [], merges: [] }),
  );
