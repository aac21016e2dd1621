import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { acceptTraceIdentifier, runInTrace } from '@linescope/chassis/trace/trace-context';
import { inSpan } from '@linescope/chassis/trace/tracing';
import { runImportJob } from '../actions/run-import-job.ts';
import type { WorkerContext } from '../context.ts';
import { onWakeup, takeNextImport } from '../store/import-queue.ts';
import type { Import } from '../store/imports.ts';
import { LEASE_SECONDS } from '../store/lease.ts';

/** Whoever queues wakes the workers; this is for imports whose pause ends, and for wake-ups that were lost. */
const LOOK_EVERY_MS = 2_000;

/**
 * Takes imports from the queue, several at a time. One entity has at most half the places of a worker that has more than one, so
 * that neither its slow code host nor the sheer number of its repos holds up the others.
 */
export function startRunningImports(runtime: Runtime<unknown>, context: WorkerContext): void {
  const stop = new AbortController();
  const underWay = new Map<Promise<void>, number>();
  const places = context.capacity.jobs;

  const crowding = (): number[] => {
    const counts = Map.groupBy(underWay.values(), (entityId) => entityId);
    return [...counts].filter(([, jobs]) => places > 1 && jobs.length >= places / 2).map(([entityId]) => entityId);
  };
  const begin = (job: Import): void => {
    const trace = { traceIdentifier: acceptTraceIdentifier(job.queued_trace) };
    const work = runInTrace(trace, () =>
      inSpan('run import', 'CONSUMER', {}, () => runImportJob(context, job, stop.signal)),
    )
      .catch((err: unknown) =>
        context.log.warn({ err, importId: job.id }, 'saving how an import ended failed, retrying when its lease ends'),
      )
      .finally(() => {
        underWay.delete(work);
        looking.wake();
      });
    underWay.set(work, job.entity_id);
  };

  const looking = runPeriodically(runtime, {
    name: 'look for imports',
    everyMs: LOOK_EVERY_MS,
    immediately: true,
    async run(signal) {
      while (underWay.size < places && !signal.aborted && !runtime.freeSpace.isLow()) {
        const next = await takeNextImport(context.postgres, { passOver: crowding(), leaseSeconds: LEASE_SECONDS });
        if (!next) return;
        begin(next);
      }
    },
  });
  const subscription = onWakeup(context.broker, looking.wake);
  runtime.onStop('imports under way', async () => {
    subscription.unsubscribe();
    await looking.stop();
    stop.abort(new Error('the service is stopping'));
    await Promise.all(underWay.keys());
  });
}
