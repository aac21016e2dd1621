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
 * Scores one chunk of commits by new weights; false where there is nothing to do now. What is missing is found anew each time, so a crash
 * repeats a chunk and no more. Answers follow the new scores once no commit misses one: all of an entity at once.
 */
export const deriveScoresOfChunk = (context: DeriveContext, waiting: Waiting, size = CHUNK): Promise<boolean> =>
  context.postgres.transaction(async (tx) => {
    const { clickHouse, postgres, log } = context;
    const derivation = await takeUnfinished(tx, 'diff_delta');
    if (!derivation) return false;
    const { entity_id: entityId, version } = derivation;
    resumeWaiting(context, waiting, derivation);
    const progress = await scoreChunk(context, waiting, derivation, size);
    const repos = await countMissing(clickHouse, entityId, version);
    const total = repos.reduce((sum, repo) => sum + repo.total, 0);
    const missing = repos.reduce((sum, repo) => sum + repo.missing, 0);
    const isFinished = missing === 0;
    await saveProgress(tx, derivation, { done: total - missing, total, cursor: 0, isFinished });
    if (isFinished) await bumpStamp(postgres, entityId, 'commits');
    if (isFinished || progress) {
      const figures = { entityId, derivation: 'diff_delta', version, done: total - missing, total };
      log.info(figures, isFinished ? 'commits scored again' : 'scoring commits again');
    }
    return progress;
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
  size: typeof CHUNK,
): Promise<boolean> {
  const own = { version, weights: diffDeltaWeightsSchema.parse(weights) };
  const evenPartly = now().getTime() - waiting.since > PATIENCE_MS;
  for (const { repo_id: repoId, missing } of await countMissing(clickHouse, entityId, version)) {
    if (missing === 0) continue;
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
