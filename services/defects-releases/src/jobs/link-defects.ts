import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { linkDefect } from '../actions/link-fix-commits.ts';
import type { Context } from '../context.ts';
import { defectsNotLinked } from '../store/fix-commits.ts';

const EVERY_MS = 5_000;
const BATCH = 100;

/** For defects that were recorded while analytics was unavailable, or before fix commits were kept. */
export const startLinkingDefects = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, {
    name: 'lookup of fix commits',
    everyMs: EVERY_MS,
    run: async (signal) => {
      for (const defect of await defectsNotLinked(context.postgres, BATCH)) {
        if (signal.aborted) return;
        await linkDefect(context, defect);
      }
    },
  });
