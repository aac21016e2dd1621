import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { deriveEvidenceOfRepo } from '../actions/derive-evidence.ts';
import type { Context } from '../context.ts';
import { areFactsComing } from '../store/provenance/stale-evidence.ts';

const POLL_MS = 1_000;
/** While an import is under way it rests four times as long as it worked, so that it does not slow that. */
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
      if (!(await areFactsComing(context.postgres))) return;
      restsUntil = Date.now() + Math.min((Date.now() - started) * REST_PER_WORK, MAX_REST_MS);
    },
  });
}
