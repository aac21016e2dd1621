import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { linkDefect, linkDefects } from '../actions/link-fix-commits.ts';
import type { Context } from '../context.ts';
import { countDefectsNotLinked, defectsNotLinked, type KeyedDefect, noteLinkTried } from '../store/fix-commits.ts';

const EVERY_MS = 5_000;
const BATCH = 100;
/** More in one run are analytics' own trouble. */
const FAILURES_AT_MOST = 3;
/** It rests four times as long as it took: defects that come one upon another are looked up together. */
const REST_PER_WORK = 4;
const MAX_REST_MS = 2_000;

/** For defects that nobody waits for, as those of deployed issues, and those that were recorded while analytics was unavailable. */
export const startLinkingDefects = (runtime: Runtime<unknown>, context: Context): RunningJob => {
  let restsUntil = 0;
  return runPeriodically(runtime, {
    name: 'lookup of fix commits',
    everyMs: () => (restsUntil > Date.now() ? restsUntil - Date.now() : EVERY_MS),
    run: async (signal) => {
      const began = Date.now();
      if (began < restsUntil) return;
      const found = await defectsNotLinked(context.postgres, BATCH);
      if (found.length === 0) return;
      await linkAll(runtime, context, found, signal).finally(() => {
        restsUntil = Date.now() + Math.min((Date.now() - began) * REST_PER_WORK, MAX_REST_MS);
      });
      const left = await countDefectsNotLinked(context.postgres);
      runtime.log.info({ defects: found.length, left }, 'fix commits of defects looked up');
    },
  });
};

async function linkAll(
  runtime: Pick<Runtime<unknown>, 'log'>,
  context: Context,
  found: KeyedDefect[],
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  async function linkEach(defects: KeyedDefect[]): Promise<void> {
    for (const defect of defects) {
      if (signal.aborted) return;
      try {
        await linkDefect(context, defect);
      } catch (err) {
        await noteLinkTried(context.postgres, defect.id);
        failures += 1;
        if (failures === FAILURES_AT_MOST) throw err;
        runtime.log.warn({ err, defectId: defect.id }, 'looking up the fix commits of a defect failed, trying others');
      }
    }
  }
  for (const [entityId, defects] of Map.groupBy(found, (defect) => defect.entityId)) {
    if (signal.aborted) return;
    // One that fails must not keep the others from it.
    await linkDefects(context, entityId, defects).catch(() => linkEach(defects));
  }
}
