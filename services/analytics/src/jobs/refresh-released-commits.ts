import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { type RefreshContext, refreshStaleRepo } from '../actions/refresh-released-commits.ts';
import { hasStaleRepo } from '../store/stale-releases.ts';

const POLL_MS = 500;
/** Non-urgent work rests four times as long as it took, so that a long import is not slowed by it. */
const REST_PER_WORK = 4;
const MAX_REST_MS = 30_000;
/** Releases that come one upon another are refreshed together: reports show them within two seconds all the same. */
const MAX_URGENT_REST_MS = 500;

/**
 * Refreshes repos that are marked in `stale_releases`: urgent ones at once, unless others just were; the others at a limited share of
 * the time.
 */
export function startReleasedCommitsRefresh(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: RefreshContext,
): RunningJob {
  let restsUntil = 0;
  let urgentRestsUntil = 0;
  const restOf = (began: number, most: number) => Math.min((Date.now() - began) * REST_PER_WORK, most);
  return runPeriodically(runtime, {
    name: 'refresh of released commits',
    everyMs: () => (urgentRestsUntil > Date.now() ? urgentRestsUntil - Date.now() : POLL_MS),
    immediately: true,
    async run(signal) {
      const began = Date.now();
      if (began < urgentRestsUntil || !(await hasStaleRepo(context.postgres))) return;
      let refreshed = 0;
      while (!signal.aborted && (await refreshStaleRepo(context, { urgent: true }))) refreshed += 1;
      if (refreshed > 0) urgentRestsUntil = Date.now() + restOf(began, MAX_URGENT_REST_MS);
      const started = Date.now();
      if (signal.aborted || started < restsUntil || !(await refreshStaleRepo(context, { urgent: false }))) return;
      restsUntil = Date.now() + restOf(started, MAX_REST_MS);
    },
  });
}
