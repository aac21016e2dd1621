import { type RunningJob, runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { deriveDefinitionsOfRepo } from '../actions/derive-definitions.ts';
import { deriveScoresOfChunk, type Waiting } from '../actions/derive-scores.ts';
import { scoreLeftBehind } from '../actions/score-commits.ts';
import type { Context } from '../context.ts';
import { DEFINITION_CHANGES } from '../segments/definition-changes.ts';
import { hasUnfinished, takeDefinitions } from '../store/derivations.ts';

const POLL_MS = 1_000;
/** Where commits wait for their lines, looking for them again takes a tenth of the time. */
const REST_PER_WORK = 10;
const MAX_REST_MS = 30_000;
const CHECK_MS = 3_600_000;

/**
 * Derives stored facts again while the service serves: what a new version of the definitions needs, one repo at a time, and scores by an
 * entity's new weights, one chunk at a time.
 */
export function startDerivingFacts(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  context: Pick<Context, 'clickHouse' | 'postgres' | 'log' | 'now'>,
): RunningJob {
  const waiting: Waiting = { derivation: '', shas: new Set(), since: 0 };
  let restsUntil = 0;
  let checksAt = 0;
  const job = runPeriodically(runtime, {
    name: 'derivation of facts',
    everyMs: POLL_MS,
    immediately: true,
    async run(signal) {
      if (Date.now() >= checksAt) {
        await scoreLeftBehind(context, signal);
        checksAt = Date.now() + CHECK_MS;
      }
      if (!(await hasUnfinished(context.postgres))) return;
      while (!signal.aborted && (await deriveDefinitionsOfRepo(context)));
      if (Date.now() < restsUntil) return;
      while (!signal.aborted) {
        const started = Date.now();
        const state = await deriveScoresOfChunk(context, waiting);
        if (state === 'scored') continue;
        const rest = Math.min((Date.now() - started) * REST_PER_WORK, MAX_REST_MS);
        if (state === 'waiting') restsUntil = Date.now() + rest;
        return;
      }
    },
  });
  const wake = () => {
    restsUntil = 0;
    job.wake();
  };
  return { ...job, wake };
}

/** Once for each version, at the start: fresh installations have nothing to derive, and what is followed when it is read needs nothing. */
export async function takeNewDefinitions({ postgres, log }: Pick<Context, 'postgres' | 'log'>): Promise<void> {
  const changes = DEFINITION_CHANGES.filter(({ version, followedBy }) => version > 1 && followedBy !== 'read');
  const versions = new Set(changes.map(({ version }) => version));
  for (const version of versions) {
    const entities = await takeDefinitions(postgres, version);
    if (entities > 0) log.info({ version, entities }, 'definitions changed, deriving facts again');
  }
}
