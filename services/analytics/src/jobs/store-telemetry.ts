import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { addDays, dayOf } from '@linescope/contract/days';
import { SERIES_DAYS } from '../actions/record-telemetry.ts';
import { findWaiting, storeTelemetry } from '../actions/store-telemetry.ts';
import type { Context } from '../context.ts';
import { LATE_DAYS } from '../domain/otlp/usage-of-point.ts';
import { pruneTelemetry } from '../store/telemetry.ts';
import { listUnstoredEntities } from '../store/telemetry-usages.ts';

const STORE_MS = 2_000;
const PRUNE_MS = 60 * 60 * 1000;
/** Usage of somebody who has not become known by then is removed. */
const WAITING_DAYS = 90;

/** Copies telemetry to ClickHouse soon after it came, and removes each hour what is no longer needed to tell repeated points. */
export function startStoringTelemetry(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: Pick<Context, 'clickHouse' | 'postgres' | 'developersTeams' | 'now'>,
): void {
  runPeriodically(runtime, {
    name: 'storing of telemetry',
    everyMs: STORE_MS,
    immediately: true,
    async run(signal) {
      for (const entityId of await listUnstoredEntities(context.postgres)) {
        if (signal.aborted) return;
        await storeTelemetry(context, entityId);
      }
    },
  });
  runPeriodically(runtime, {
    name: 'pruning of telemetry',
    everyMs: PRUNE_MS,
    async run() {
      const today = dayOf(context.now());
      await context.postgres.transaction((tx) =>
        pruneTelemetry(tx, {
          pointsBefore: addDays(today, -LATE_DAYS - 1),
          seriesBefore: addDays(today, -SERIES_DAYS),
          waitingBefore: addDays(today, -WAITING_DAYS),
        }),
      );
      await findWaiting(context);
    },
  });
}
