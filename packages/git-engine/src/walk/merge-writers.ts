import type { CommitGraph } from './commit-graph.ts';
import type { IdRanges } from './id-ranges.ts';
import { partialAncestors } from './partial-ancestors.ts';
import type { WalkState } from './walk-state.ts';

/** More parents than bits of a number: nobody merges so many. */
export const MOST_PARENTS = 30;

/** Commits by their numbers, as the parents of a merge know them. One that the graph does not have is an ancestor of all. */
export type Writers = {
  /** The parents that descend from the commit, or are it: a bit for each. */
  parentsOf(commit: number): number;
  /** Whether all parents do. */
  isOfAll(commit: number): boolean;
  /** What merges that not all parents know kept, although their own parents had removed it. */
  readonly kept: readonly { readonly parents: number; readonly lines: IdRanges }[];
};

export function writersBefore(graph: CommitGraph, parents: readonly string[], { commits, kept }: WalkState): Writers {
  const all = 2 ** parents.length - 1;
  const { bitsAt, places } = partialAncestors(graph, parents);
  const parentsOf = (commit: number): number => bitsAt(commits.placeIn(graph, commit));
  const keptAt = kept.byPlace(graph);
  const keptBy: { parents: number; lines: IdRanges }[] = [];
  // The few are looked up among the many.
  for (const place of keptAt.size < places.length ? keptAt.keys() : places) {
    const entry = keptAt.get(place);
    const bits = bitsAt(place);
    if (entry !== undefined && bits !== all) keptBy.push({ parents: bits, lines: entry.lines });
  }
  return { parentsOf, isOfAll: (commit) => parentsOf(commit) === all, kept: keptBy };
}
