import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { deriveEvidenceOfRepo } from '../actions/derive-evidence.ts';
import type { Context } from '../context.ts';

const POLL_MS = 1_000;
/** It rests four times as long as it worked, so that a long import is not slowed by it. */
const REST_PER_WORK = 4;
const MAX_REST_MS = 30_000;

/** Derives the evidence of lines of repos whose facts have changed. */
export function startDerivingEvidence(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: Pick<Context, 'clickHouse' | 'postgres' | 'log' | 'now'>,
): RunningJob {
  let restsUntil = 0;
  return runPeriodically(runtime, {
    name: 'derivation of evidence',
    everyMs: POLL_MS,
    immediately: true,
    async run() {
      const started = Date.now();
      if (started < restsUntil || !(await deriveEvidenceOfRepo(context))) return;
      restsUntil = Date.now() + Math.min((Date.now() - started) * REST_PER_WORK, MAX_REST_MS);
    },
  });
}
