/** A parent that was not imported. */
export const OUTSIDE = -1;

/** A repo's commits in chains of first parents, by their numbers: each is on one chain, where those after it are its first parents. */
export interface FirstParents {
  chainOf: Int32Array;
  /** From 0 on, the newest of its chain first. */
  placeOf: Int32Array;
  /** By chain: the first parent of its last commit, which is on another chain; `OUTSIDE` where there is none. */
  after: number[];
  /** By chain: its last commit. */
  last: number[];
}

/** Commits that come before all they descend from begin chains, so that the default branch is one long chain. */
export function createFirstParents(
  parents: readonly (readonly number[])[],
  depthOf: (commit: number) => number,
): FirstParents {
  const count = parents.length;
  const [chainOf, placeOf] = [new Int32Array(count).fill(OUTSIDE), new Int32Array(count)];
  const [after, last]: [number[], number[]] = [[], []];
  const deepestFirst = Int32Array.from({ length: count }, (_, commit) => commit).sort(
    (one, other) => depthOf(other) - depthOf(one),
  );
  for (const start of deepestFirst) {
    if (chainOf[start] !== OUTSIDE) continue;
    let [commit, place] = [start, 0];
    for (;;) {
      chainOf[commit] = last.length;
      placeOf[commit] = place++;
      const parent = parents[commit]?.[0] ?? OUTSIDE;
      if (parent === OUTSIDE || chainOf[parent] !== OUTSIDE) {
        after.push(parent);
        last.push(commit);
        break;
      }
      commit = parent;
    }
  }
  return { chainOf, placeOf, after, last };
}

/** Some commits by chain, in the order of their places. */
export type Stops = ReadonlyMap<number, readonly number[]>;

export function createStops({ chainOf, placeOf }: FirstParents, commits: Iterable<number>): Stops {
  const stops = new Map<number, number[]>();
  for (const commit of new Set(commits)) {
    const chain = chainOf[commit] ?? OUTSIDE;
    const own = stops.get(chain);
    if (own) own.push(commit);
    else stops.set(chain, [commit]);
  }
  for (const own of stops.values()) own.sort((one, other) => (placeOf[one] ?? 0) - (placeOf[other] ?? 0));
  return stops;
}

/** The first stop on the way from a commit, which may be one itself, by first parents; the last commit of the way where there is none. */
export function nextStop({ chainOf, placeOf, after, last }: FirstParents, stops: Stops, from: number): number {
  for (let commit = from; ; ) {
    const chain = chainOf[commit] ?? OUTSIDE;
    const own = stops.get(chain);
    if (own) {
      const place = placeOf[commit] ?? 0;
      let [low, high] = [0, own.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((placeOf[own[middle] ?? 0] ?? 0) < place) low = middle + 1;
        else high = middle;
      }
      const found = own[low];
      if (found !== undefined) return found;
    }
    const next = after[chain] ?? OUTSIDE;
    if (next === OUTSIDE) return last[chain] ?? from;
    commit = next;
  }
}
