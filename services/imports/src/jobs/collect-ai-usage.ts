import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { collectUsage } from '../provider-sync/ai-usage/collect-usage.ts';

const EVERY_MS = 30_000;

/** Collects with the tokens that are due; any number of replicas may look. Not at once: identity, which has the tokens, may begin beside it. */
export const startCollectingAiUsage = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, {
    name: 'collection of AI usage',
    everyMs: EVERY_MS,
    run: (signal) => collectUsage(context, signal),
  });
