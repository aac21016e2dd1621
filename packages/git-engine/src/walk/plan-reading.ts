import { isAncestor, type Repository } from '../git/repository.ts';
import { DAY, YEAR_DAYS } from '../score/weights.ts';
import type { CheckpointShelf } from './checkpoints.ts';
import { type CommitGraph, CommitSet, type GraphCommit, reachableFrom, readCommitGraph } from './commit-graph.ts';
import { type OpenSnapshot, openSnapshot, type SnapshotHead } from './snapshot.ts';
import type { SnapshotBytes } from './snapshot-parts.ts';
import { createWalkState, type WalkState } from './walk-state.ts';

/**
 * What is to be read, and from which state. A commit can be read if its parents' trees are at hand. The newest snapshot has
 * those of the newest commits; a branch that forked further back is read from an older one, or from nothing, and what lies
 * between is walked once more in silence:
 *
 *   ──●────────●────────────●───────●        ● snapshots; the newest knows the trees since ┊
 *              └ walked again ──────┊─────▶
 *                   └── new ────────┊──▶
 *
 * So the walk comes to each new commit in the same state as a reading of everything would.
 */
export type ReadingPlan = {
  readonly mode: 'window' | 'increment';
  readonly state: WalkState;
  /** All that a reading from nothing would read. */
  readonly whole: CommitGraph;
  readonly onDefault: CommitSet;
  /** What is walked now, oldest first; only the facts of fresh commits are wanted. */
  readonly walk: readonly GraphCommit[];
  /** Commits that were not read before, or have come onto the default branch since. */
  readonly fresh: CommitSet;
  /** Whether the walk goes on from the newest snapshot, and not far: it knows the lanes that it needs only, and the snapshot is left standing. */
  readonly isNear: boolean;
  /** How many commits the newest snapshot knew; null without one. */
  readonly position: number | null;
};

/** What readings so far have given the facts of: all that the default branch's tip descends from, and commits off it. */
export type Delivered = {
  readonly defaultTip: string;
  readonly offDefault: readonly string[];
  /** How many lines they have written since the newest snapshot. */
  readonly linesSince?: number;
};

/** To walk from so near a snapshot again takes less than to make a new one, which is as large as the repository's living lines. */
const SNAPSHOT_REACH = 64;
const SNAPSHOT_LINES = 20_000;

export type PlanRequest = {
  readonly repository: Repository;
  readonly defaultTip: string;
  readonly tips: readonly string[];
  readonly windowStart: number;
  readonly snapshot: SnapshotBytes | undefined;
  /** More than the snapshot knows, where readings since have left it standing. */
  readonly delivered: Delivered | undefined;
  readonly checkpoints: CheckpointShelf;
  /** How many commits are walked again from a snapshot on before there is a newer one. */
  readonly snapshotReach: number | undefined;
  readonly signal: AbortSignal | undefined;
};

/** An increment when the tip that was delivered is an ancestor of the new one; else, and after a rewrite, the whole window. */
export async function planReading(request: PlanRequest): Promise<ReadingPlan> {
  const { repository, defaultTip, tips, windowStart, signal } = request;
  const whole = await readCommitGraph({
    gitDir: repository.gitDir,
    tips: [defaultTip, ...tips],
    readFrom: windowStart - YEAR_DAYS * DAY,
    windowStart,
    shallowRoots: repository.shallowRoots,
    signal,
  });
  const onDefault = reachableFrom(whole, defaultTip);
  const newest = await usableSnapshot(request, onDefault);
  const shared = { whole, onDefault, position: newest?.head.position ?? null };
  if (newest === null) {
    const fresh = CommitSet.of(whole, whole.commits);
    return { ...shared, mode: 'window', state: createWalkState(), walk: whole.commits, fresh, isNear: false };
  }
  const fresh = freshCommits(whole, onDefault, request.delivered ?? newest.head);
  const start = fresh.size === 0 ? await nothingNew(newest) : await startingPoint(request, whole, fresh, newest);
  return { ...shared, ...start, mode: 'increment', fresh };
}

async function usableSnapshot(request: PlanRequest, onDefault: CommitSet): Promise<OpenSnapshot | null> {
  const snapshot = await opened(request, request.snapshot);
  if (snapshot === null) return null;
  const { defaultTip } = request.delivered ?? snapshot.head;
  // A tip from before the reading begins is in no graph of ours.
  const isBelow =
    onDefault.has(defaultTip) || (await isAncestor(request.repository.gitDir, defaultTip, request.defaultTip));
  if (isBelow) return snapshot;
  await snapshot.close();
  return null;
}

async function opened(request: PlanRequest, bytes: SnapshotBytes | null | undefined): Promise<OpenSnapshot | null> {
  const snapshot = bytes ? await openSnapshot(bytes) : null;
  if (snapshot === null || snapshot.head.windowStart === request.windowStart) return snapshot;
  await snapshot.close();
  return null;
}

/** What was read off the default branch and still is off it stays as it is; what came onto it is delivered again. */
function freshCommits(whole: CommitGraph, onDefault: CommitSet, delivered: Delivered): CommitSet {
  const known = reachableFrom(whole, delivered.defaultTip);
  for (const sha of delivered.offDefault) if (!onDefault.has(sha)) known.add(sha);
  return CommitSet.of(
    whole,
    whole.commits.filter((commit) => !known.has(commit.sha)),
  );
}

type StartingPoint = Pick<ReadingPlan, 'state' | 'walk' | 'isNear'>;

async function nothingNew(newest: OpenSnapshot): Promise<StartingPoint> {
  await newest.close();
  return { state: createWalkState(), walk: [], isNear: true };
}

/** The newest state from which every fresh commit can be reached with all trees on the way known. */
async function startingPoint(
  request: PlanRequest,
  whole: CommitGraph,
  fresh: CommitSet,
  newest: OpenSnapshot,
): Promise<StartingPoint> {
  const { checkpoints } = request;
  const silenced = (commit: GraphCommit) => (fresh.has(commit.sha) ? commit : { ...commit, silent: true });
  const startOn = async (start: OpenSnapshot): Promise<StartingPoint | null> => {
    const walk = walkFrom(whole, fresh, start.head);
    const isNear = start === newest && walk !== null && isShort(request, walk);
    const state = walk && (await start.restore(isNear ? isParentIn(walk) : undefined));
    await start.close();
    return walk && state && { state, walk: walk.map(silenced), isNear };
  };
  const fromNewest = await startOn(newest);
  if (fromNewest !== null) return fromNewest;
  for (const position of checkpoints.positions.toSorted((a, b) => b - a)) {
    const start = await opened(request, await checkpoints.read(position));
    const fromThere = start && (await startOn(start));
    if (fromThere !== null) return fromThere;
  }
  return { state: createWalkState(), walk: whole.commits.map(silenced), isNear: false };
}

const isShort = ({ delivered, snapshotReach = SNAPSHOT_REACH }: PlanRequest, walk: readonly GraphCommit[]): boolean =>
  walk.length <= snapshotReach && (delivered?.linesSince ?? 0) <= SNAPSHOT_LINES;

function isParentIn(walk: readonly GraphCommit[]): (sha: string) => boolean {
  const parents = new Set(walk.flatMap((commit) => commit.parents));
  return (sha) => parents.has(sha);
}

/** The commits to walk from a snapshot on; null if one of them has a parent whose tree the snapshot let go. */
function walkFrom(whole: CommitGraph, fresh: CommitSet, start: SnapshotHead): GraphCommit[] | null {
  const read = reachableFrom(whole, start.defaultTip);
  for (const sha of start.offDefault) read.add(sha);
  const walk = whole.commits.filter((commit) => fresh.has(commit.sha) || !read.has(commit.sha));
  const known = CommitSet.of(whole, walk);
  for (const lane of start.lanes) known.add(lane.sha);
  const isKnown = (parent: string) => known.has(parent) || !whole.indexOf.has(parent);
  return walk.every((commit) => commit.parents.every(isKnown)) ? walk : null;
}

/** The newest commits, oldest first: their lanes go into the snapshot, so that branches from there can be read at once. */
export function commitsToKeep(plan: ReadingPlan, defaultTip: string, most: number): string[] {
  const walked = CommitSet.of(plan.whole, plan.walk);
  const known = [...plan.state.lanes.keys()].filter((sha) => !walked.has(sha));
  const restored = known.flatMap((sha) => plan.whole.commits[plan.whole.indexOf.get(sha) ?? -1] ?? []);
  const all = [...restored, ...plan.walk];
  const times = Float64Array.from(all, (commit) => commit.committedAt).sort();
  const since = times.at(-most) ?? Number.NEGATIVE_INFINITY;
  const ranked = [...all.entries()]
    .filter(([, { sha, committedAt }]) => committedAt >= since || sha === defaultTip)
    .sort(([a, one], [b, other]) => other.committedAt - one.committedAt || b - a);
  const kept = ranked.filter(([, { sha }], rank) => rank < most || sha === defaultTip);
  return kept.sort(([a], [b]) => a - b).map(([, { sha }]) => sha);
}
