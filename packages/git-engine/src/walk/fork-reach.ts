import { type CommitGraph, type CommitSet, reachableFrom, trunkOf } from './commit-graph.ts';

/** So many of the newest commits' trees a snapshot keeps at least, and at most. */
const LEAST = 256;
const MOST = 4096;
/** How many arrivals on the default branch are looked at, and what share of them the kept trees would have been enough for. */
const ARRIVALS = 500;
const SHARE = 0.99;

/**
 * How far back the branches of a history fork, counted in the commits from the fork to the branch's arrival on the default branch: the
 * next ones are likely to fork from about as far.
 *
 *   ──●── F ──●────●────●── M ──      arrived with M, forked at F: F and six younger commits, M among them
 *         └──●────●─────────┘
 */
export function forkReach(graph: CommitGraph, defaultTip: string): number {
  const [base, ...arrivals] = [...trunkOf(graph, defaultTip).take(ARRIVALS + 1)].reverse();
  if (base === undefined) return LEAST;
  const arrived = reachableFrom(graph, base.sha);
  const times = Float64Array.from(graph.commits, (commit) => commit.committedAt).sort();
  const reaches = arrivals.map((arrival) => {
    const forked = oldestFork(graph, arrival.sha, arrived);
    return placeOf(times, arrival.committedAt + 1) - placeOf(times, forked);
  });
  const reach = reaches.sort((one, other) => one - other).at(Math.ceil(SHARE * reaches.length) - 1) ?? LEAST;
  return Math.min(Math.max(LEAST, reach), MOST);
}

/** When the oldest of the commits was made from which what comes with an arrival forked; all of it has arrived then. */
function oldestFork(graph: CommitGraph, arrival: string, arrived: CommitSet): number {
  let oldest = Number.POSITIVE_INFINITY;
  const open = [arrival];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const commit = graph.commits[graph.indexOf.get(sha) ?? -1];
    if (commit === undefined) continue;
    if (arrived.has(sha)) oldest = Math.min(oldest, commit.committedAt);
    else open.push(...commit.parents);
    arrived.add(sha);
  }
  return oldest;
}

/** How many of the sorted times lie before one. */
function placeOf(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
