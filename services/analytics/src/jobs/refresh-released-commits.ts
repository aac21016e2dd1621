import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { type RefreshContext, refreshStaleRepo } from '../actions/refresh-released-commits.ts';

const POLL_MS = 500;
/** Non-urgent work rests four times as long as it took, so that a long import is not slowed by it. */
const REST_PER_WORK = 4;
const MAX_REST_MS = 30_000;

/** Refreshes repos that are marked in `stale_releases`: urgent ones at once, the others at a limited share of the time. */
export function startReleasedCommitsRefresh(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: RefreshContext,
): RunningJob {
  let restsUntil = 0;
  return runPeriodically(runtime, {
    name: 'refresh of released commits',
    everyMs: POLL_MS,
    immediately: true,
    async run(signal) {
      while (!signal.aborted && (await refreshStaleRepo(context, { urgent: true })));
      const started = Date.now();
      if (signal.aborted || started < restsUntil || !(await refreshStaleRepo(context, { urgent: false }))) return;
      restsUntil = Date.now() + Math.min((Date.now() - started) * REST_PER_WORK, MAX_REST_MS);
    },
  });
}
