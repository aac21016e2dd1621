import { eventually } from '@linescope/test-kit/eventually';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { type PeriodicJob, runPeriodically } from './run-periodically.ts';

/** Half of `random` is no jitter. */
function start(job: Omit<PeriodicJob, 'name'>) {
  const lines: { msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics('test');
  const running = runPeriodically({ log, metrics, onStop: () => {} }, { name: 'sweep', ...job }, () => 0.5);
  onTestFinished(() => running.stop());
  const counts = async () => {
    const { values } = await metrics.jobRuns.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  };
  return { ...running, lines, counts };
}

test('a job runs again and again, and each run is counted', async () => {
  let runs = 0;
  const job = start({ everyMs: 1, run: () => void runs++ });
  await eventually(() => runs >= 3);
  await job.stop();
  expect(await job.counts()).toEqual({ ok: runs });
});

test('a run that takes longer than the interval is never joined by another', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const job = start({
    everyMs: 1,
    async run() {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      job.wake();
      running -= 1;
      runs += 1;
    },
  });
  await eventually(() => runs >= 5);
  expect(most).toBe(1);
});

test('a failed run is logged with what happens next, and the job goes on', async () => {
  let runs = 0;
  const job = start({
    everyMs: () => (runs === 0 ? 60_000 : 1),
    immediately: true,
    run: () => {
      if (runs++ === 0) throw new Error('no route to host');
    },
  });
  await eventually(() => job.lines.length > 0);
  expect(job.lines[0]?.msg).toMatch(/^sweep failed, retrying in (0|60) s$/);
  await eventually(async () => ((await job.counts())['ok'] ?? 0) > 0);
  expect((await job.counts())['failed']).toBe(1);
});

test('a woken job runs at once, and once more when it was woken while it ran', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const job = start({ everyMs: 60_000, run: () => gates[runs++]?.promise });
  job.wake();
  await eventually(() => runs === 1);
  job.wake();
  job.wake();
  gates[0]?.resolve();
  await eventually(() => runs === 2);
  gates[1]?.resolve();
  await job.stop();
  expect(runs).toBe(2);
});

test('stopping waits for the run under way, which is aborted, and logs nothing of it', async () => {
  let ended = false;
  const began = Promise.withResolvers<void>();
  const job = start({
    everyMs: 60_000,
    immediately: true,
    async run(signal) {
      began.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = true;
      signal.throwIfAborted();
    },
  });
  await began.promise;
  await job.stop();
  expect([ended, job.lines]).toEqual([true, []]);
});
