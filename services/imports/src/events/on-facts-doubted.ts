import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { factsDoubted } from '@linescope/contract/events/imports-events';
import type { Context } from '../context.ts';
import { wakeWorkers } from '../store/import-queue.ts';
import { doubtFacts, requestRun } from '../store/imports.ts';
import { markAllUnstored } from '../store/provider-records.ts';
import { forgetReading } from '../store/snapshots.ts';

/** ClickHouse may have lost facts: records of providers are stored again, and a run compares what git has with what is stored. */
export const onFactsDoubted = (runtime: Runtime<unknown>, context: Context): Promise<void> =>
  consumeEvent(runtime, context.broker, factsDoubted, async ({ entityId, data: { repoIds, readWhole } }) => {
    await context.postgres.transaction(async (tx) => {
      for (const repoId of repoIds ?? [null]) await markAllUnstored(tx, entityId, repoId);
      for (const doubted of await doubtFacts(tx, entityId, { repoIds })) {
        if (readWhole) await forgetReading(tx, doubted);
        await requestRun(tx, doubted.id);
      }
    });
    wakeWorkers(context);
  });
