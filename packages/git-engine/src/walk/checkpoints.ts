import { type CommitGraph, CommitSet, type GraphCommit, reachableFrom, trunkOf } from './commit-graph.ts';
import type { SnapshotFacts } from './snapshot.ts';
import type { SnapshotBytes } from './snapshot-parts.ts';

/**
 * Older snapshots, for branches that forked further back than the newest one remembers. They stand ever further apart: a
 * fork n commits back costs a walk over some 4 n commits, and there are but a few of them however long the history is.
 * A position is the number of commits that were read up to there.
 */
export type CheckpointShelf = {
  readonly positions: readonly number[];
  /** Null for one that is not there any more. */
  read(position: number): Promise<SnapshotBytes | null>;
};

/** One to be kept. Without bytes it stands on the shelf already. */
export type Checkpoint = { readonly position: number; readonly bytes: SnapshotBytes | null };

/** How far back the first checkpoint is. */
export const CHECKPOINT_REACH = 1000;
const GROWTH = 4;
const MOST_CHECKPOINTS = 8;

/** Where in a walk to take checkpoints, each on the first-parent line of the default branch: index in the walk → position. */
export function checkpointsIn(
  whole: CommitGraph,
  walk: readonly GraphCommit[],
  defaultTip: string,
  reach: number,
): Map<number, number> {
  const trunk = CommitSet.of(whole, trunkOf(whole, defaultTip));
  const total = whole.commits.length;
  const marks = new Map<number, number>();
  for (let back = reach, count = 0; back < walk.length && count < MOST_CHECKPOINTS; back *= GROWTH, count++) {
    const index = walk.findLastIndex(({ sha }, place) => place < walk.length - back && trunk.has(sha));
    if (index >= 0) marks.set(index, total - walk.length + index + 1);
  }
  return marks;
}

/** What is known once the walk has come to an index, as a snapshot stores it. */
export function knownAt(whole: CommitGraph, walk: readonly GraphCommit[], index: number) {
  const defaultTip = walk[index]?.sha ?? '';
  const below = reachableFrom(whole, defaultTip);
  const toCome = CommitSet.of(whole, walk.slice(index + 1));
  const offDefault = whole.commits.map((commit) => commit.sha).filter((sha) => !below.has(sha) && !toCome.has(sha));
  return { defaultTip, offDefault } satisfies Partial<SnapshotFacts>;
}

/** Which of the positions to keep: one is dropped when the ones beside it are near enough to each other without it. */
export function thinnedPositions(positions: readonly number[], total: number, reach: number): number[] {
  const left = [...new Set(positions)].filter((position) => position < total).sort((a, b) => b - a);
  const kept: number[] = [];
  for (const [index, position] of left.entries()) {
    const newer = total - (kept.at(-1) ?? total);
    const older = left[index + 1];
    if (older === undefined || total - older > Math.max(reach, GROWTH * newer)) kept.push(position);
  }
  return kept.slice(0, MOST_CHECKPOINTS);
}
