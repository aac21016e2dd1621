import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { LRUCache } from 'lru-cache';
import { type DerivedInputs, deriveLineLives } from '../actions/derive-line-lives.ts';
import type { Context } from '../context.ts';
import { listStaleLives } from '../store/life-derivations.ts';

const POLL_MS = 2_000;
/**
 * Between two derivations an entity rests for so many times what the last one took: while imports keep coming, each goes again through
 * what the last minutes brought, and would take the store from everybody else.
 */
const REST = 5;
/** Nobody waits longer than this for the lives of lines that were just stored. */
const LONGEST_REST_MS = 60_000;
/** Repos that were derived lately. */
const MOST_REPOS = 10_000;

/** Keeps the lives of lines that survival and ownership read. */
export const startDerivingLives = (
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: Pick<Context, 'clickHouse' | 'postgres' | 'log'>,
): RunningJob => {
  const restingUntil = new Map<number, number>();
  const derived: DerivedInputs = new LRUCache<string, string>({ max: MOST_REPOS });
  return runPeriodically(runtime, {
    name: 'lives of lines',
    everyMs: POLL_MS,
    immediately: true,
    async run(signal) {
      for (const entityId of await listStaleLives(context.postgres)) {
        if (signal.aborted) return;
        const begun = Date.now();
        if (begun < (restingUntil.get(entityId) ?? 0)) continue;
        await deriveLineLives(context, entityId, derived);
        const ended = Date.now();
        restingUntil.set(entityId, ended + Math.min(REST * (ended - begun), LONGEST_REST_MS));
      }
    },
  });
};
