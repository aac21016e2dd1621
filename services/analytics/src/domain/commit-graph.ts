import { createFirstParents, type FirstParents, OUTSIDE } from './first-parents.ts';

export { OUTSIDE };

export interface GraphCommit {
  sha: string;
  parents: string[];
  isMerge: boolean;
  issueKeys: string[];
  /** In seconds since 1970. */
  authoredAt: number;
  committedAt: number;
  committerId: number;
  /** Whether a branch still reaches it. */
  existent: boolean;
  onDefaultBranch: boolean;
}

/** A repo's commits and their parents, in memory: what is reachable from where needs no query. A commit is a number here. */
export interface CommitGraph {
  has(sha: string): boolean;
  /** Commits that `tip` reaches and `base` does not; without a base, all that `tip` reaches. */
  between(tip: string, base: string | null): GraphCommit[];
  size: number;
  /** `OUTSIDE` where it was not imported. */
  numberOf(sha: string): number;
  at(commit: number): GraphCommit;
  /** First parent first; `OUTSIDE` for one that was not imported. */
  parentsOf(commit: number): readonly number[];
  /** Commits that branches reach and whose sha begins so, at most two: more than one is ambiguous anyway. */
  beginningWith(prefix: string): number[];
  /** Whether it is a parent of an imported commit, and was not imported itself. */
  isJustOutside(prefix: string): boolean;
  /** Commits of each committer on the default branch, merges left out. */
  commitCounts: ReadonlyMap<number, number>;
  /** Greater than that of each of its parents, so that a walk can come to a commit after all that descend from it. */
  depthOf(commit: number): number;
  /** Worked out when it is first asked for. */
  firstParents(): FirstParents;
  /** The newest commit of the default branch; `OUTSIDE` where none was imported. */
  defaultTip(): number;
  /** The commit of the default branch that was committed last at or before a time in seconds; `OUTSIDE` where none was. */
  newestBefore(seconds: number): number;
}

export function createCommitGraph(commits: GraphCommit[]): CommitGraph {
  const sorted = commits.toSorted((one, other) => (one.sha < other.sha ? -1 : one.sha > other.sha ? 1 : 0));
  const numbers = new Map(sorted.map((commit, number) => [commit.sha, number]));
  const numberOf = (sha: string): number => numbers.get(sha) ?? OUTSIDE;
  const parents = sorted.map((commit) => commit.parents.map(numberOf));
  const outside = new Set(sorted.flatMap((commit) => commit.parents.filter((sha) => !numbers.has(sha))));
  const commitCounts = new Map<number, number>();
  for (const { committerId, existent, onDefaultBranch, isMerge } of sorted) {
    if (existent && onDefaultBranch && !isMerge)
      commitCounts.set(committerId, (commitCounts.get(committerId) ?? 0) + 1);
  }

  function reach(start: number, stop: Set<number>): Set<number> {
    const seen = new Set<number>();
    const open = [start];
    for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
      if (commit === OUTSIDE || seen.has(commit) || stop.has(commit)) continue;
      seen.add(commit);
      for (const parent of parents[commit] ?? []) open.push(parent);
    }
    return seen;
  }

  /** The first commit whose sha is not before the text. */
  function firstFrom(text: string): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.sha ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  let depths: Uint32Array | null = null;
  let chains: FirstParents | null = null;
  function depthOf(commit: number): number {
    depths ??= measureDepths(parents);
    return depths[commit] ?? 0;
  }
  let tip: number | null = null;
  let newestFirst: Uint32Array | null = null;

  return {
    size: sorted.length,
    has: (sha) => numbers.has(sha),
    numberOf,
    at(commit) {
      const found = sorted[commit];
      if (!found) throw new Error('no such commit in the graph');
      return found;
    },
    parentsOf: (commit) => parents[commit] ?? [],
    beginningWith(prefix) {
      const found: number[] = [];
      for (let commit = firstFrom(prefix); found.length < 2; commit++) {
        if (!sorted[commit]?.sha.startsWith(prefix)) break;
        if (sorted[commit]?.existent) found.push(commit);
      }
      return found;
    },
    isJustOutside: (prefix) => outside.has(prefix) || [...outside].some((sha) => sha.startsWith(prefix)),
    between(tip, base) {
      const excluded = base === null ? new Set<number>() : reach(numberOf(base), new Set());
      return [...reach(numberOf(tip), excluded)].flatMap((commit) => sorted[commit] ?? []);
    },
    commitCounts,
    depthOf,
    firstParents() {
      chains ??= createFirstParents(parents, depthOf);
      return chains;
    },
    defaultTip() {
      tip ??= findDefaultTip(sorted, parents);
      return tip;
    },
    newestBefore(seconds) {
      newestFirst ??= orderByCommitted(sorted);
      return newestFirst.at(firstNotAfter(newestFirst, sorted, seconds)) ?? OUTSIDE;
    },
  };
}

/** Commits after their parents, without recursion, since histories are deep. */
function measureDepths(parents: readonly (readonly number[])[]): Uint32Array {
  const depths = new Uint32Array(parents.length);
  const children: number[][] = parents.map(() => []);
  const waiting = new Uint32Array(parents.length);
  const ready: number[] = [];
  for (const [commit, own] of parents.entries()) {
    for (const parent of own) {
      if (parent === OUTSIDE) continue;
      children[parent]?.push(commit);
      waiting[commit] = (waiting[commit] ?? 0) + 1;
    }
    if (waiting[commit] === 0) ready.push(commit);
  }
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    const depth = (depths[commit] ?? 0) + 1;
    for (const child of children[commit] ?? []) {
      depths[child] = Math.max(depths[child] ?? 0, depth);
      waiting[child] = (waiting[child] ?? 0) - 1;
      if (waiting[child] === 0) ready.push(child);
    }
  }
  return depths;
}

/** The commit of the default branch that no other of it has as a parent; after a rewrite, the newest of them. */
function findDefaultTip(commits: readonly GraphCommit[], parents: readonly (readonly number[])[]): number {
  const isListed = (commit: number) => commits[commit]?.existent === true && commits[commit]?.onDefaultBranch === true;
  const isParent = new Uint8Array(commits.length);
  for (const [commit, own] of parents.entries()) {
    if (isListed(commit)) for (const parent of own) if (parent !== OUTSIDE) isParent[parent] = 1;
  }
  let tip = OUTSIDE;
  for (const [commit, { authoredAt }] of commits.entries()) {
    if (!isListed(commit) || isParent[commit] === 1) continue;
    if (tip === OUTSIDE || authoredAt > (commits[tip]?.authoredAt ?? 0)) tip = commit;
  }
  return tip;
}

/** The commits of the default branch, the last committed first; of those of one second the last authored. */
function orderByCommitted(commits: readonly GraphCommit[]): Uint32Array {
  const listed = [...commits.keys()].filter((commit) => commits[commit]?.existent && commits[commit]?.onDefaultBranch);
  return Uint32Array.from(
    // What is still equal stays in the order of the shas.
    listed.sort((one, other) => {
      const [a, b] = [commits[one], commits[other]];
      return (b?.committedAt ?? 0) - (a?.committedAt ?? 0) || (b?.authoredAt ?? 0) - (a?.authoredAt ?? 0);
    }),
  );
}

/** The first place in that order whose commit is not after the time. */
function firstNotAfter(newestFirst: Uint32Array, commits: readonly GraphCommit[], seconds: number): number {
  let low = 0;
  let high = newestFirst.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((commits[newestFirst[middle] ?? 0]?.committedAt ?? 0) > seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
