import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { linkDefect } from '../actions/link-fix-commits.ts';
import type { Context } from '../context.ts';
import { countDefectsNotLinked, defectsNotLinked, noteLinkTried } from '../store/fix-commits.ts';

const EVERY_MS = 5_000;
const BATCH = 100;
/** More in one run are analytics' own trouble. */
const FAILURES_AT_MOST = 3;

/** For defects that were recorded while analytics was unavailable, or before fix commits were kept. */
export const startLinkingDefects = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, {
    name: 'lookup of fix commits',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const found = await defectsNotLinked(context.postgres, BATCH);
      let failures = 0;
      for (const defect of found) {
        if (signal.aborted) return;
        try {
          await linkDefect(context, defect);
        } catch (err) {
          await noteLinkTried(context.postgres, defect.id);
          failures += 1;
          if (failures === FAILURES_AT_MOST) throw err;
          runtime.log.warn(
            { err, defectId: defect.id },
            'looking up the fix commits of a defect failed, trying others',
          );
        }
      }
      if (found.length === 0) return;
      const left = await countDefectsNotLinked(context.postgres);
      runtime.log.info({ defects: found.length, left }, 'fix commits of defects looked up');
    },
  });
