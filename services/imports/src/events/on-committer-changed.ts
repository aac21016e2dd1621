import { batchCalls } from '@linescope/chassis/events/batch-calls';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { committerChanged } from '@linescope/contract/events/developers-teams-events';
import type { Context } from '../context.ts';
import { storeDaysNaming } from '../provider-sync/ai-usage/store-day.ts';
import type { RecordFlusher } from '../provider-sync/record-flusher.ts';
import { findScopes } from '../store/imports.ts';
import { unknownPeople } from '../store/provider-records.ts';

/** An import of a large repo makes hundreds of people known at once: they are looked up together. */
const CONCURRENCY = 200;

/** A committer who becomes known may be named by stored records and usage: those are stored again with the person. */
export const onCommitterChanged = (
  runtime: Runtime<unknown>,
  context: Context,
  flusher: RecordFlusher,
): Promise<void> => {
  const stopping = new AbortController();
  runtime.onStop('storing again for people who became known', () =>
    stopping.abort(new Error('the service is stopping')),
  );
  const storeAgain = batchCalls(async (entityId: number, named: string[][]) => {
    const identifiers = [...new Set(named.flat())];
    await storeDaysNaming(context, entityId, identifiers, stopping.signal);
    const repoIds = new Set(
      (await unknownPeople(context.postgres, entityId, { identifiers })).map(({ repo_id }) => repo_id),
    );
    if (repoIds.size === 0) return;
    for (const scope of await findScopes(context.postgres, entityId, [...repoIds])) flusher.flush(scope);
  });
  return consumeEvent(
    runtime,
    context.broker,
    committerChanged,
    ({ entityId, data }) =>
      storeAgain(
        entityId,
        [data.email, data.userName].flatMap((name) => (name ? [name.toLowerCase()] : [])),
      ),
    { concurrency: CONCURRENCY },
  );
};
