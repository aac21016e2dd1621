import type { CommitGraph } from './commit-graph.ts';

/**
 * Ancestors of some parents of a merge but not of all: by their place in the graph, a bit for each parent that they are an ancestor of. A
 * commit comes behind its parents in the graph, so that whoever descends from it was looked at before it is.
 */
export function partialAncestors(graph: CommitGraph, parents: readonly string[]): ReadonlyMap<number, number> {
  const all = 2 ** parents.length - 1;
  const { masks, parentsOf } = placesOf(graph);
  const waiting = new MaxHeap();
  let partial = 0;
  const reach = (index: number, mask: number) => {
    const known = masks[index] ?? 0;
    const joined = known | mask;
    if (known === 0) waiting.push(index);
    if (known !== all && joined === all) partial -= known === 0 ? 0 : 1;
    else if (known === 0) partial++;
    masks[index] = joined;
  };
  for (const [parent, sha] of parents.entries()) {
    const index = graph.indexOf.get(sha);
    if (index !== undefined) reach(index, 2 ** parent);
  }
  const found = new Map<number, number>();
  while (partial > 0) {
    const index = waiting.pop();
    const mask = masks[index] ?? all;
    masks[index] = 0;
    if (mask !== all) {
      partial--;
      found.set(index, mask);
    }
    for (const parent of parentsOf(index)) reach(parent, mask);
  }
  for (const index of waiting.values) masks[index] = 0;
  return found;
}

/** A graph in numbers: histories of many merges ask of it more often than it has commits. */
type Places = {
  /** All zero between two questions. */
  readonly masks: Uint32Array;
  parentsOf(index: number): readonly number[];
};

const known = new WeakMap<CommitGraph, Places>();

function placesOf(graph: CommitGraph): Places {
  const places = known.get(graph) ?? createPlaces(graph);
  known.set(graph, places);
  return places;
}

function createPlaces({ commits, indexOf }: CommitGraph): Places {
  const parents: (readonly number[] | undefined)[] = [];
  return {
    masks: new Uint32Array(commits.length),
    parentsOf(index) {
      const found = parents[index] ?? (commits[index]?.parents ?? []).flatMap((sha) => indexOf.get(sha) ?? []);
      parents[index] = found;
      return found;
    },
  };
}

class MaxHeap {
  readonly values: number[] = [];

  push(value: number): void {
    const { values } = this;
    let at = values.push(value) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((values[above] ?? 0) >= value) break;
      values[at] = values[above] ?? 0;
      at = above;
    }
    values[at] = value;
  }

  /** The largest; there is one as long as some commit waits. */
  pop(): number {
    const { values } = this;
    const largest = values[0] ?? -1;
    const last = values.pop() ?? -1;
    if (values.length === 0) return largest;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= values.length) break;
      if (below + 1 < values.length && (values[below + 1] ?? 0) > (values[below] ?? 0)) below++;
      if ((values[below] ?? 0) <= last) break;
      values[at] = values[below] ?? 0;
      at = below;
    }
    values[at] = last;
    return largest;
  }
}
