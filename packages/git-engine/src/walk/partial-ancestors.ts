import type { CommitGraph } from './commit-graph.ts';

/** More parents than bits of a number: nobody merges so many. */
export const MOST_PARENTS = 30;

/**
 * Ancestors of some parents of a merge but not of all: by their place in the graph, a bit for each parent that they are an ancestor of. A
 * commit comes behind its parents in the graph, so that whoever descends from it was looked at before it is.
 */
export function partialAncestors(graph: CommitGraph, parents: readonly string[]): ReadonlyMap<number, number> {
  const all = 2 ** parents.length - 1;
  const masks = new Map<number, number>();
  const waiting = new MaxHeap();
  let partial = 0;
  const reach = (sha: string, mask: number) => {
    const index = graph.indexOf.get(sha);
    if (index === undefined) return;
    const known = masks.get(index);
    const joined = (known ?? 0) | mask;
    if (known === undefined) waiting.push(index);
    if ((known === undefined || known !== all) && joined === all) partial -= known === undefined ? 0 : 1;
    else if (known === undefined) partial++;
    masks.set(index, joined);
  };
  for (const [parent, sha] of parents.entries()) reach(sha, 2 ** parent);
  const found = new Map<number, number>();
  while (partial > 0) {
    const index = waiting.pop();
    const mask = masks.get(index) ?? all;
    masks.delete(index);
    if (mask !== all) {
      partial--;
      found.set(index, mask);
    }
    for (const sha of graph.commits[index]?.parents ?? []) reach(sha, mask);
  }
  return found;
}

class MaxHeap {
  readonly #values: number[] = [];

  push(value: number): void {
    const values = this.#values;
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
    const values = this.#values;
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
