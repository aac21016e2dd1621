import type { CommitGraph } from './commit-graph.ts';

export type PartialAncestors = {
  /** By its place in the graph: the parents that a commit is an ancestor of, a bit for each. What the graph does not have is one of all. */
  bitsAt(place: number): number;
};

/**
 * Ancestors of some parents of a merge but not of all. A commit comes behind its parents in the graph, so that whoever descends from it was
 * looked at before it is. The answer is good until the next question about the graph.
 */
export function partialAncestors(graph: CommitGraph, parents: readonly string[]): PartialAncestors {
  const places = placesOf(graph);
  places.look(parents.map((sha, parent) => ({ place: graph.indexOf.get(sha) ?? NONE, mask: 2 ** parent })));
  const all = 2 ** parents.length - 1;
  return { bitsAt: (place) => places.found[place] || all };
}

const known = new WeakMap<CommitGraph, Places>();

function placesOf(graph: CommitGraph): Places {
  const places = known.get(graph) ?? new Places(graph);
  known.set(graph, places);
  return places;
}

const NONE = -1;
const UNKNOWN = -2;

/** A graph in numbers, most of whose commits have one parent: histories of many merges ask of it more often than it has commits. */
class Places {
  /** What the last question found, zero elsewhere. */
  readonly found: Uint32Array;
  readonly #graph: CommitGraph;
  readonly #firstParent: Int32Array;
  readonly #secondParent: Int32Array;
  /** Where there are more than two. */
  readonly #furtherParents = new Map<number, readonly number[]>();
  /** All zero between two questions. */
  readonly #masks: Uint32Array;
  #reached: number[] = [];

  constructor(graph: CommitGraph) {
    const size = graph.commits.length;
    this.#graph = graph;
    this.#firstParent = new Int32Array(size).fill(UNKNOWN);
    this.#secondParent = new Int32Array(size).fill(NONE);
    this.#masks = new Uint32Array(size);
    this.found = new Uint32Array(size);
  }

  look(tips: readonly { readonly place: number; readonly mask: number }[]): void {
    const { found } = this;
    const masks = this.#masks;
    for (const place of this.#reached) found[place] = 0;
    this.#reached = [];
    const all = tips.reduce((joined, { mask }) => joined | mask, 0);
    let partial = 0;
    for (const { place, mask } of tips) partial += this.#reach(place, mask, all);
    // Place by place, newest first: to pass over those between is quicker than to keep what was reached in order.
    for (let place = Math.max(...tips.map((tip) => tip.place)); partial > 0; place--) {
      const mask = masks[place] ?? 0;
      if (mask === 0) continue;
      if (mask !== all) {
        partial--;
        found[place] = mask;
      }
      partial += this.#reach(this.#firstParentOf(place), mask, all);
      const second = this.#secondParent[place] ?? NONE;
      if (second === NONE) continue;
      partial += this.#reach(second, mask, all);
      for (const parent of this.#furtherParents.get(place) ?? []) partial += this.#reach(parent, mask, all);
    }
    for (const place of this.#reached) masks[place] = 0;
  }

  /** By how many those grow that are known to be of some, but not of all. */
  #reach(place: number, mask: number, all: number): number {
    if (place < 0) return 0;
    const before = this.#masks[place] ?? 0;
    const joined = before | mask;
    this.#masks[place] = joined;
    if (before === 0) {
      this.#reached.push(place);
      return joined === all ? 0 : 1;
    }
    return before !== all && joined === all ? -1 : 0;
  }

  #firstParentOf(place: number): number {
    const known = this.#firstParent[place] ?? NONE;
    if (known !== UNKNOWN) return known;
    const { commits, indexOf } = this.#graph;
    const parents = (commits[place]?.parents ?? []).flatMap((sha) => indexOf.get(sha) ?? []);
    const [first = NONE, second = NONE, ...others] = parents;
    this.#firstParent[place] = first;
    this.#secondParent[place] = second;
    if (others.length > 0) this.#furtherParents.set(place, others);
    return first;
  }
}
