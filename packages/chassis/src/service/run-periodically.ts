import { setTimeout as delay } from 'node:timers/promises';
import { runInTrace, uuidV7 } from '../trace/trace-context.ts';
import { inSpan } from '../trace/tracing.ts';
import type { Runtime } from './run-service.ts';

export interface PeriodicJob {
  /** Names the job in logs (`<name> failed, retrying in 60 s`), metrics and spans. */
  name: string;
  /** From the end of one run to the start of the next, give or take a tenth, so that replicas do not run in step. */
  everyMs: number | (() => number);
  /** The first run starts at once rather than after one interval. */
  immediately?: boolean;
  /** The signal is aborted when the service stops. */
  run(signal: AbortSignal): Promise<unknown> | unknown;
}

export interface RunningJob {
  /** Starts a run now, or once more after the one under way. */
  wake(): void;
  /** Stops the job early and waits for the run under way. */
  stop(): Promise<void>;
}

const JITTER = 0.1;

/** Runs a job again and again until the service stops, which waits for the run under way. Runs never overlap. */
export function runPeriodically(
  { log, metrics, onStop }: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  { name, everyMs, immediately = false, run }: PeriodicJob,
  random: () => number = Math.random,
): RunningJob {
  const stopping = new AbortController();
  let woken = immediately;
  let interrupt = new AbortController();

  const runOnce = async (): Promise<void> => {
    try {
      await inSpan(`job ${name}`, 'INTERNAL', {}, async () => run(stopping.signal));
      metrics.jobRuns.inc({ job: name, outcome: 'ok' });
    } catch (err) {
      if (stopping.signal.aborted) return;
      metrics.jobRuns.inc({ job: name, outcome: 'failed' });
      log.warn({ err, job: name }, `${name} failed, retrying in ${Math.round(interval() / 1000)} s`);
    }
  };
  const interval = () => (typeof everyMs === 'number' ? everyMs : everyMs());
  const rest = async (): Promise<void> => {
    if (woken) return;
    interrupt = new AbortController();
    const milliseconds = interval() * (1 - JITTER + 2 * JITTER * random());
    await delay(milliseconds, undefined, { signal: interrupt.signal }).catch(() => {});
  };
  const loop = (async () => {
    for (;;) {
      await rest();
      if (stopping.signal.aborted) return;
      woken = false;
      await runInTrace({ traceIdentifier: uuidV7() }, runOnce);
    }
  })();
  const wake = () => {
    woken = true;
    interrupt.abort();
  };
  const stop = async () => {
    stopping.abort(new Error('the service is stopping'));
    wake();
    await loop;
  };
  onStop(`job ${name}`, stop);
  return { wake, stop };
}
