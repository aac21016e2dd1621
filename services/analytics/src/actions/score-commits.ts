import type { Context } from '../context.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import {
  countMissing,
  entitiesWithWeights,
  findMissing,
  insertScores,
  readScoresFollowed,
  type ScoredRepo,
  type ScoreVersion,
  scoreVersionsInUse,
} from '../store/score-versions.ts';

/** What one statement scores: bounded, so that reports need not wait long for it. */
export const CHUNK = { lines: 300_000, commits: 10_000 };
/** A statement looks through all lines of its repo: of a large repo it scores more of them at once. */
const MOST_CHUNKS = 16;

export interface Chunk {
  shas: string[];
}

export function cutChunks(commits: readonly { sha: string; lines: number }[], size = CHUNK): Chunk[] {
  const lines = commits.reduce((sum, commit) => sum + commit.lines, 0);
  const mostLines = Math.max(size.lines, lines / MOST_CHUNKS);
  const mostCommits = Math.max(size.commits, commits.length / MOST_CHUNKS);
  const chunks: Chunk[] = [];
  let room = { lines: 0, commits: 0 };
  for (const commit of commits) {
    if (room.commits < 1 || room.lines < commit.lines) {
      chunks.push({ shas: [] });
      room = { lines: mostLines, commits: mostCommits };
    }
    chunks.at(-1)?.shas.push(commit.sha);
    room = { lines: room.lines - commit.lines, commits: room.commits - 1 };
  }
  return chunks;
}

/**
 * After a batch of a repo is stored: scores what it brought by the entity's own weights, where it has any; true while a derivation is under way. The versions are read after the
 * facts are stored, and a derivation is requested before it looks for commits: so one of the two finds each commit.
 */
export async function scoreStoredCommits(
  { clickHouse, postgres }: Pick<Context, 'clickHouse' | 'postgres'>,
  repo: ScoredRepo,
): Promise<boolean> {
  const versions = await scoreVersionsInUse(postgres, repo.entityId);
  for (const version of versions) await scoreMissing({ clickHouse }, repo, version);
  return versions.some(({ isWhole }) => !isWhole);
}

async function scoreMissing(
  { clickHouse }: Pick<Context, 'clickHouse'>,
  repo: ScoredRepo,
  version: ScoreVersion,
): Promise<void> {
  for (const { shas } of cutChunks(await findMissing(clickHouse, repo, version.version))) {
    await insertScores(clickHouse, repo, version, shas);
  }
}

/**
 * Scores commits that the scores which answers follow miss: after a restored backup, or where an older version of the service stored
 * them without scoring them.
 */
export async function scoreLeftBehind(
  { clickHouse, postgres, log }: Pick<Context, 'clickHouse' | 'postgres' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (const entityId of await entitiesWithWeights(postgres)) {
    const followed = await readScoresFollowed(postgres, entityId);
    if (signal.aborted || !followed) continue;
    const repos = await countMissing(clickHouse, entityId, followed.version);
    for (const { repo_id: repoId, missing } of repos.filter((repo) => repo.missing > 0)) {
      log.warn({ entityId, repoId, version: followed.version, missing }, 'commits without a score found, scoring them');
      await scoreMissing({ clickHouse }, { entityId, repoId }, followed);
      await bumpStamp(postgres, entityId, 'commits');
    }
  }
}
