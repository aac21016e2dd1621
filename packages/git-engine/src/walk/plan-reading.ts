import { isAncestor, type Repository } from '../git/repository.ts';
import { DAY, YEAR_DAYS } from '../score/weights.ts';
import type { BlameDesk } from './blame-lane.ts';
import { type CommitGraph, reachableFrom, readCommitGraph } from './commit-graph.ts';
import { decodeSnapshot, type KeptCommit, restoreState, type Snapshot } from './snapshot.ts';
import { createWalkState, type WalkState } from './walk-state.ts';

/** What is to be read, and from which state. */
export type ReadingPlan = {
  readonly mode: 'window' | 'increment';
  readonly state: WalkState;
  readonly graph: CommitGraph;
  readonly onDefault: ReadonlySet<string>;
  readonly offDefault: readonly string[];
  readonly blame: BlameDesk | null;
  /** Commits whose lanes came with the snapshot. */
  readonly restored: readonly KeptCommit[];
};

export type PlanRequest = {
  readonly repository: Repository;
  readonly defaultTip: string;
  readonly tips: readonly string[];
  readonly windowStart: number;
  readonly snapshot: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
};

/** An increment when the snapshot's tip is an ancestor of the new one; else, and after a rewrite, the whole window. */
export async function planReading(request: PlanRequest): Promise<ReadingPlan> {
  const snapshot = await usableSnapshot(request);
  const { repository, defaultTip, tips, windowStart, signal } = request;
  const { gitDir, shallowRoots } = repository;
  const readFrom = windowStart - YEAR_DAYS * DAY;
  const all = await readCommitGraph({
    gitDir,
    tips: [defaultTip, ...tips],
    above: snapshot?.defaultTip ?? null,
    known: new Map(snapshot?.lanes.map((lane) => [lane.sha, lane.inWindow])),
    readFrom,
    windowStart,
    shallowRoots,
    signal,
  });
  const onDefault = reachableFrom(all, defaultTip);
  // What was read off the default branch and still is off it stays as it is; what came onto it is read again.
  const done = new Set(snapshot?.offDefault.filter((sha) => !onDefault.has(sha)));
  const graph = without(all, done);
  const fresh = graph.commits.filter((commit) => !onDefault.has(commit.sha)).map((commit) => commit.sha);
  return {
    mode: snapshot === null ? 'window' : 'increment',
    state: snapshot === null ? createWalkState() : restoreState(snapshot),
    graph,
    onDefault,
    offDefault: [...done, ...fresh],
    blame: snapshot === null ? null : { gitDir, readFrom, signal },
    restored: snapshot?.lanes ?? [],
  };
}

async function usableSnapshot(request: PlanRequest): Promise<Snapshot | null> {
  const snapshot = request.snapshot === undefined ? null : decodeSnapshot(request.snapshot);
  if (snapshot === null || snapshot.windowStart !== request.windowStart) return null;
  return (await isAncestor(request.repository.gitDir, snapshot.defaultTip, request.defaultTip)) ? snapshot : null;
}

function without(graph: CommitGraph, done: ReadonlySet<string>): CommitGraph {
  if (done.size === 0) return graph;
  const commits = graph.commits.filter((commit) => !done.has(commit.sha));
  return { commits, indexOf: new Map(commits.map((commit, index) => [commit.sha, index])) };
}

/** The newest commits, oldest first: their lanes go into the snapshot, so that branches from there need no blame. */
export function commitsToKeep(plan: ReadingPlan, defaultTip: string, most: number): KeptCommit[] {
  const fresh = new Set(plan.graph.commits.map((commit) => commit.sha));
  const candidates = [...plan.restored.filter((commit) => !fresh.has(commit.sha)), ...plan.graph.commits];
  const ranked = candidates
    .map(({ sha, inWindow, committedAt }, order) => ({ sha, inWindow, committedAt, order }))
    .sort((a, b) => b.committedAt - a.committedAt || b.order - a.order);
  const kept = ranked.filter((commit, rank) => rank < most || commit.sha === defaultTip);
  return kept.sort((a, b) => a.order - b.order);
}
