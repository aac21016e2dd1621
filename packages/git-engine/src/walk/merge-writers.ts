import type { CommitGraph } from './commit-graph.ts';
import type { KeptPieces } from './kept-lines.ts';
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
  readonly kept: readonly { readonly parents: number; readonly files: KeptPieces }[];
};

export function writersBefore(graph: CommitGraph, merge: string, { commits, kept, origins }: WalkState): Writers {
  const { bitsAt, places } = partialAncestors(graph, merge);
  const all = 2 ** (graph.commits[graph.indexOf.get(merge) ?? -1]?.parents.length ?? 0) - 1;
  const parentsOf = (commit: number): number => bitsAt(commits.placeIn(graph, commit));
  const keptAt = kept.byPlace(graph);
  const keptBy: { parents: number; files: KeptPieces }[] = [];
  for (const place of keptAt.size < FEW ? keptAt.keys() : places()) {
    const entry = keptAt.get(place);
    if (entry === undefined) continue;
    const bits = bitsAt(place);
    if (bits !== all) keptBy.push({ parents: bits, files: kept.piecesOf(entry, origins) });
  }
  return { parentsOf, isOfAll: (commit) => parentsOf(commit) === all, kept: keptBy };
}

/** So many merges are asked about one by one, rather than all commits that not all parents know. */
const FEW = 256;
