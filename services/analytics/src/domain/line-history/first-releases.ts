import { type CommitGraph, OUTSIDE } from '../commit-graph.ts';

export interface KnownRelease {
  sha: string;
  releasedAt: Date;
}

/** When each commit was first released: by the earliest release whose commit reaches it. */
export function firstReleases(graph: CommitGraph, releases: readonly KnownRelease[]): ReadonlyMap<number, Date> {
  const first = new Map<number, Date>();
  for (const { sha, releasedAt } of releases.toSorted((one, other) => +one.releasedAt - +other.releasedAt)) {
    const open = [graph.numberOf(sha)];
    for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
      if (commit === OUTSIDE || first.has(commit)) continue;
      first.set(commit, releasedAt);
      for (const parent of graph.parentsOf(commit)) open.push(parent);
    }
  }
  return first;
}
