import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { createRecordFlusher, type RecordFlusher } from '../provider-sync/record-flusher.ts';
import { reposWithUnstored } from '../store/provider-records.ts';

const EVERY_MS = 15_000;
/** Younger records are the business of the process that wrote them. */
const LEFT_AFTER_SECONDS = 20;
const BATCH = 50;

/** Starts the flusher that webhooks wake, and now and then wakes it for what another replica or a worker left. */
export function startRecordFlusher(runtime: Runtime<unknown>, context: Context): RecordFlusher {
  const flusher = createRecordFlusher(context);
  runtime.onStop('record flusher', () => flusher.stop());
  runPeriodically(runtime, {
    name: 'sweep of unstored records',
    everyMs: EVERY_MS,
    async run() {
      for (const left of await reposWithUnstored(context.postgres, LEFT_AFTER_SECONDS, BATCH)) flusher.flush(left);
    },
  });
  return flusher;
}
