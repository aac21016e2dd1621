import { batchCalls } from '@linescope/chassis/events/batch-calls';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { committerChanged } from '@linescope/contract/events/developers-teams-events';
import type { Context } from '../context.ts';
import { storeWaitingDays } from '../provider-sync/ai-usage/store-day.ts';
import type { Storekeeper } from '../provider-sync/record-flusher.ts';
import { findScopes } from '../store/imports.ts';
import { waitedFor } from '../store/provider-records.ts';

/** An import of a large repo makes hundreds of people known at once: they are looked for together. */
const TOGETHER = 200;

/** Whoever becomes known may be whom stored records name: those are looked at again at once. */
export const onCommitterChanged = (
  runtime: Runtime<unknown>,
  context: Context,
  storekeeper: Storekeeper,
): Promise<void> => {
  const stopping = new AbortController();
  runtime.onStop('people who become known', () => stopping.abort(new Error('the service stops')));
  const lookAgain = batchCalls(async (entityId: number, named: string[][]) => {
    const identifiers = [...new Set(named.flat())];
    await storeWaitingDays(context, entityId, identifiers, stopping.signal);
    const repoIds = new Set(
      (await waitedFor(context.postgres, entityId, { identifiers })).map(({ repo_id }) => repo_id),
    );
    if (repoIds.size === 0) return;
    for (const scope of await findScopes(context.postgres, entityId, [...repoIds])) storekeeper.wake(scope);
  });
  return consumeEvent(
    runtime,
    context.broker,
    committerChanged,
    ({ entityId, data }) =>
      lookAgain(
        entityId,
        [data.email, data.userName].flatMap((name) => (name ? [name.toLowerCase()] : [])),
      ),
    { concurrency: TOGETHER },
  );
};
