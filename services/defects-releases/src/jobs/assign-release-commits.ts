import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { assignCommits } from '../actions/assign-commits.ts';
import type { Context } from '../context.ts';
import { takeReleasesWithoutCommit } from '../store/awaiting.ts';

const EVERY_MS = 30_000;
const BATCH = 200;

/** For releases that were recorded while analytics was unavailable and whose repo gets no new commits. */
export const startAssigningReleaseCommits = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, {
    name: 'assignment of release commits',
    everyMs: EVERY_MS,
    run: async () => assignCommits(context, await takeReleasesWithoutCommit(context.postgres, BATCH)),
  });
