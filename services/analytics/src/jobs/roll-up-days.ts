import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { rollUpEntity } from '../actions/roll-up-entity.ts';
import type { Context } from '../context.ts';
import { listStaleRollups } from '../store/rollups.ts';

const POLL_MS = 1_000;

/** Keeps the daily sums that reports read: until those of an entity are right, its reports read commits. */
export const startRollingUp = (
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: Pick<Context, 'clickHouse' | 'postgres' | 'log'>,
): RunningJob =>
  runPeriodically(runtime, {
    name: 'sums of days',
    everyMs: POLL_MS,
    immediately: true,
    async run(signal) {
      for (const entityId of await listStaleRollups(context.postgres)) {
        if (signal.aborted) return;
        await rollUpEntity(context, entityId);
      }
    },
  });
