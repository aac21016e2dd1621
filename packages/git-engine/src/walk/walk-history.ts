import { setImmediate as turn } from 'node:timers/promises';
import type { CommitRecord } from '../delivery/commit-record.ts';
import type { BlameComparisons } from '../git/compare-as-blame.ts';
import type { FileDiff } from '../git/diff-records.ts';
import type { HistoryStreams } from '../git/history-streams.ts';
import type { CommitGraph, CommitSet, GraphCommit } from './commit-graph.ts';
import { EMPTY_LANE, fileAt, type Lane } from './lane.ts';
import { forgetTheDead } from './living.ts';
import { type CommitRead, type CommitReader, readCommit, readMerge } from './read-commit.ts';
import { lineCount } from './runs.ts';

export type Walk = {
  readonly reader: CommitReader;
  readonly commits: readonly GraphCommit[];
  /** The graph that they are of. */
  readonly whole: CommitGraph;
  readonly streams: HistoryStreams;
  /** Commits reachable from the default branch's tip. */
  readonly onDefault: CommitSet;
  /** Commits whose lanes are to be kept for a snapshot. */
  readonly keep: ReadonlySet<string>;
  readonly comparisons: BlameComparisons;
  readonly record: (record: CommitRecord) => Promise<void>;
  /** Called with each commit when its tree is known. */
  readonly passed: (index: number) => Promise<void> | undefined;
  readonly progress?: ((read: number, total: number) => void) | undefined;
};

/**
 * Oldest first. A commit starts from its parents' lanes and leaves its own; a lane is let go when the last
 * child has read it.
 */
export async function walkHistory(walk: Walk): Promise<void> {
  const { commits, reader } = walk;
  const children = new ChildrenToCome(walk.whole, commits);
  for (const sha of reader.state.lanes.keys()) {
    if (!children.areLeft(sha) && !walk.keep.has(sha)) reader.state.lanes.delete(sha);
  }
  let crowded = CROWD;
  let turned = performance.now();
  for (const [index, commit] of commits.entries()) {
    const { lane, record } = await readNext(walk, commit);
    reader.state.lanes.set(commit.sha, lane);
    for (const parent of commit.parents) children.pass(parent);
    for (const sha of [...commit.parents, commit.sha])
      if (!children.areLeft(sha) && !walk.keep.has(sha)) reader.state.lanes.delete(sha);
    if (record !== null) await walk.record(record);
    if (reader.state.blocks.size > crowded) {
      forgetTheDead(reader.state);
      crowded = Math.max(CROWD, 2 * reader.state.blocks.size);
    }
    const keeping = walk.passed(index);
    if (keeping !== undefined) await keeping;
    walk.progress?.(index + 1, commits.length);
    // Pipes are emptied only between turns of the event loop: without them git stands still, and so do heartbeats.
    if (performance.now() - turned > TURN_MS) {
      await turn();
      turned = performance.now();
    }
  }
}

/** From how many remembered blocks on it pays to look which still stand. */
const CROWD = 250_000;
const TURN_MS = 4;

async function readNext(walk: Walk, commit: GraphCommit): Promise<CommitRead> {
  const { reader, streams } = walk;
  const onDefault = walk.onDefault.has(commit.sha);
  const lanes = commit.parents.map((parent) => reader.state.lanes.get(parent) ?? EMPTY_LANE);
  if (commit.parents.length > 1) {
    return readMerge(reader, lanes, await streams.merge(commit.sha), commit, onDefault, walk.whole);
  }
  const diff = await streams.commit(commit.sha);
  const [lane = EMPTY_LANE] = lanes;
  await traceAsBlame(walk, lane, diff.files);
  return readCommit(reader, lane, diff, commit, onDefault);
}

/**
 * Where `git blame` would compare otherwise than the patch does, lines are followed as it does: in files of many hunks, and in those whose
 * lines are known and that git now calls binary.
 */
async function traceAsBlame({ reader, comparisons }: Walk, lane: Lane, files: readonly FileDiff[]): Promise<void> {
  for (const file of files) {
    if (!comparisons.isCompared(file)) continue;
    const before = fileAt(lane, reader.state.paths.numberOf(file.pathBefore));
    if (before === undefined || !Number.isFinite(lineCount(before.runs))) continue;
    file.tracedHunks = (await comparisons.hunksOf(file)) ?? undefined;
  }
}

/** How many children of each commit are still to be read. */
class ChildrenToCome {
  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #left: Int32Array;

  constructor({ commits, indexOf }: CommitGraph, walk: readonly GraphCommit[]) {
    this.#indexOf = indexOf;
    this.#left = new Int32Array(commits.length);
    for (const commit of walk) for (const parent of commit.parents) this.#add(parent, 1);
  }

  areLeft(sha: string): boolean {
    return (this.#left[this.#indexOf.get(sha) ?? -1] ?? 0) > 0;
  }

  /** One of its children was read. */
  pass(sha: string): void {
    this.#add(sha, -1);
  }

  #add(sha: string, count: number): void {
    const index = this.#indexOf.get(sha);
    if (index !== undefined) this.#left[index] = (this.#left[index] ?? 0) + count;
  }
}
