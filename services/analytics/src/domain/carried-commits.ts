import { type CommitGraph, OUTSIDE } from './commit-graph.ts';

export interface DatedRelease {
  releaseId: number;
  sha: string;
  releasedAtMs: number;
}

/** For each commit, the release that first carried it: the earliest whose commit reaches it. */
export function carriedCommits(graph: CommitGraph, releases: readonly DatedRelease[]): Map<string, DatedRelease> {
  const carried = new Map<number, DatedRelease>();
  const inOrder = releases.toSorted(
    (one, other) => one.releasedAtMs - other.releasedAtMs || one.releaseId - other.releaseId,
  );
  for (const release of inOrder) {
    const open = [graph.numberOf(release.sha)];
    for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
      if (commit === OUTSIDE || carried.has(commit)) continue;
      carried.set(commit, release);
      open.push(...graph.parentsOf(commit));
    }
  }
  return new Map([...carried].map(([commit, release]) => [graph.at(commit).sha, release]));
}
