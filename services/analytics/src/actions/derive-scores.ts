import { diffDeltaWeightsSchema } from '@linescope/contract/diff-delta-weights';
import type { Context } from '../context.ts';
import { type Derivation, saveProgress, takeUnfinished } from '../store/derivations.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { countMissing, findMissing, insertScores } from '../store/score-versions.ts';
import { CHUNK, cutChunks } from './score-commits.ts';

/** Past this without any progress, commits are scored by the lines that are there. */
const PATIENCE_MS = 10 * 60_000;

/** Commits that wait for the rest of their lines, of the derivation under way. */
export interface Waiting {
  derivation: string;
  shas: Set<string>;
  since: number;
}

type DeriveContext = Pick<Context, 'clickHouse' | 'postgres' | 'log' | 'now'>;

/**
 * Scores one chunk of commits by new weights; `waiting` where all that is left waits for its lines. What is missing is found anew each time, so a crash
 * repeats a chunk and no more. Answers follow the new scores once no commit misses one: all of an entity at once.
 */
export const deriveScoresOfChunk = (
  context: DeriveContext,
  waiting: Waiting,
  size = CHUNK,
): Promise<'scored' | 'waiting' | 'idle'> =>
  context.postgres.transaction(async (tx) => {
    const { clickHouse, postgres, log } = context;
    const derivation = await takeUnfinished(tx, 'diff_delta');
    if (!derivation) return 'idle';
    const { entity_id: entityId, version } = derivation;
    resumeWaiting(context, waiting, derivation);
    const repos = await countMissing(clickHouse, entityId, version);
    const total = repos.reduce((sum, repo) => sum + repo.total, 0);
    const done = total - repos.reduce((sum, repo) => sum + repo.missing, 0);
    await saveProgress(tx, derivation, { done, total, cursor: 0, isFinished: done === total });
    const figures = { entityId, derivation: 'diff_delta', version, done, total };
    if (done === total) {
      await bumpStamp(postgres, entityId, 'commits');
      log.info(figures, 'commits scored again');
      return 'scored';
    }
    const incomplete = repos.filter(({ missing }) => missing > 0).map(({ repo_id: repoId }) => repoId);
    const hasScored = await scoreChunk(context, waiting, derivation, incomplete, size);
    if (hasScored) log.info(figures, 'scoring commits again');
    return hasScored ? 'scored' : 'waiting';
  });

function resumeWaiting({ now }: DeriveContext, waiting: Waiting, { entity_id, version }: Derivation): void {
  const name = `${entity_id} ${version}`;
  if (waiting.derivation === name) return;
  Object.assign(waiting, { derivation: name, shas: new Set<string>(), since: now().getTime() });
}

async function scoreChunk(
  { clickHouse, log, now }: DeriveContext,
  waiting: Waiting,
  { entity_id: entityId, version, weights }: Derivation,
  repoIds: readonly number[],
  size: typeof CHUNK,
): Promise<boolean> {
  const own = { version, weights: diffDeltaWeightsSchema.parse(weights) };
  const evenPartly = now().getTime() - waiting.since > PATIENCE_MS;
  for (const repoId of repoIds) {
    const repo = { entityId, repoId };
    const found = await findMissing(clickHouse, repo, version);
    const untried = evenPartly ? found : found.filter(({ sha }) => !waiting.shas.has(sha));
    const [chunk] = cutChunks(untried, size);
    if (!chunk) continue;
    if (evenPartly)
      log.warn(
        { entityId, repoId, version, commits: chunk.shas.length },
        'scoring commits by the lines that are stored',
      );
    await insertScores(clickHouse, repo, own, chunk.shas, { evenPartly });
    for (const sha of chunk.shas) waiting.shas.add(sha);
    waiting.since = now().getTime();
    return true;
  }
  // All that is left waits for its lines: look again from the start next time.
  waiting.shas.clear();
  return false;
}
