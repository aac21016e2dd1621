import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { deriveLineLives } from '../actions/derive-line-lives.ts';
import type { Context } from '../context.ts';
import { listStaleLives } from '../store/life-derivations.ts';

const POLL_MS = 2_000;

/** Keeps the lives of lines that survival and ownership read. */
export const startDerivingLives = (
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: Pick<Context, 'clickHouse' | 'postgres' | 'log'>,
): RunningJob =>
  runPeriodically(runtime, {
    name: 'lives of lines',
    everyMs: POLL_MS,
    immediately: true,
    async run(signal) {
      for (const entityId of await listStaleLives(context.postgres)) {
        if (signal.aborted) return;
        await deriveLineLives(context, entityId);
      }
    },
  });
