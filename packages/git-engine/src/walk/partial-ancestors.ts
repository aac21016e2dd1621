import type { CommitGraph } from './commit-graph.ts';

export type PartialAncestors = {
  /** By its place in the graph: the parents that a commit is an ancestor of, a bit for each. What the graph does not have is one of all. */
  bitsAt(place: number): number;
  /** The places of those commits, newest first. */
  readonly places: readonly number[];
};

/**
 * Ancestors of some parents of a merge but not of all. A commit comes behind its parents in the graph, so that whoever descends from it was
 * looked at before it is. The answer is good until the next question about the graph.
 */
export function partialAncestors(graph: CommitGraph, parents: readonly string[]): PartialAncestors {
  const walk = walkOf(graph);
  const tips = parents.map((sha, parent) => ({ place: graph.indexOf.get(sha) ?? NONE, mask: 2 ** parent }));
  walk.from(
    tips.filter(({ place }) => place !== NONE),
    2 ** parents.length - 1,
  );
  const all = 2 ** parents.length - 1;
  return { bitsAt: (place) => walk.found[place] || all, places: walk.partial };
}

const known = new WeakMap<CommitGraph, AncestorWalk>();

function walkOf(graph: CommitGraph): AncestorWalk {
  const walk = known.get(graph) ?? new AncestorWalk(graph);
  known.set(graph, walk);
  return walk;
}

const NONE = -1;

/** A graph in numbers, most of whose commits have one parent: histories of many merges ask of it more often than it has commits. */
class AncestorWalk {
  /** What the last question found, zero elsewhere. */
  readonly found: Uint32Array;
  readonly partial: number[] = [];
  readonly #firstParent: Int32Array;
  readonly #secondParent: Int32Array;
  /** Where there are more than two. */
  readonly #furtherParents = new Map<number, readonly number[]>();
  /** All zero between two questions. */
  readonly #masks: Uint32Array;

  constructor({ commits, indexOf }: CommitGraph) {
    this.#firstParent = new Int32Array(commits.length).fill(NONE);
    this.#secondParent = new Int32Array(commits.length).fill(NONE);
    this.#masks = new Uint32Array(commits.length);
    this.found = new Uint32Array(commits.length);
    for (const [place, commit] of commits.entries()) {
      const [first = NONE, second = NONE, ...others] = commit.parents.flatMap((sha) => indexOf.get(sha) ?? []);
      this.#firstParent[place] = first;
      this.#secondParent[place] = second;
      if (others.length > 0) this.#furtherParents.set(place, others);
    }
  }

  from(tips: readonly { readonly place: number; readonly mask: number }[], all: number): void {
    const [masks, found, partial] = [this.#masks, this.found, this.partial];
    const [firstParent, secondParent] = [this.#firstParent, this.#secondParent];
    for (const place of partial) found[place] = 0;
    partial.length = 0;
    // Those that are known to be of some, but not of all, and were not looked at yet.
    let open = 0;
    for (const { place, mask } of tips) open += reach(masks, place, mask, all);
    // Place by place, newest first: to pass over those between is quicker than to keep what was reached in order.
    let place = Math.max(NONE, ...tips.map((tip) => tip.place));
    let oldest = Math.min(place, ...tips.map((tip) => tip.place));
    for (; open > 0; place--) {
      const mask = masks[place] ?? 0;
      if (mask === 0) continue;
      masks[place] = 0;
      if (mask !== all) {
        open--;
        found[place] = mask;
        partial.push(place);
      }
      const first = firstParent[place] ?? NONE;
      if (first === NONE) continue;
      open += reach(masks, first, mask, all);
      if (first < oldest) oldest = first;
      const second = secondParent[place] ?? NONE;
      if (second === NONE) continue;
      open += reach(masks, second, mask, all);
      if (second < oldest) oldest = second;
      for (const parent of this.#furtherParents.get(place) ?? []) {
        open += reach(masks, parent, mask, all);
        if (parent < oldest) oldest = parent;
      }
    }
    masks.fill(0, Math.max(0, oldest), place + 1);
  }
}

/** By how many those grow that are known to be of some, but not of all. */
function reach(masks: Uint32Array, place: number, mask: number, all: number): number {
  const before = masks[place] ?? 0;
  const joined = before | mask;
  masks[place] = joined;
  if (before === 0) return joined === all ? 0 : 1;
  return before !== all && joined === all ? -1 : 0;
}
