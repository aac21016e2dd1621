import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { readDueTrackers } from '../provider-sync/trackers/read-trackers.ts';

const EVERY_MS = 5_000;

/** Reads the trackers that are due; any number of replicas may look. */
export const startReadingTrackers = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, {
    name: 'reading of trackers',
    everyMs: EVERY_MS,
    run: (signal) => readDueTrackers(context, signal),
  });
