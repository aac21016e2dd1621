export interface GraphCommit {
  sha: string;
  parents: string[];
  isMerge: boolean;
  issueKeys: string[];
}

/** A repo's commits and their parents, in memory: what is reachable from where needs no query. */
export interface CommitGraph {
  has(sha: string): boolean;
  /** Commits that `tip` reaches and `base` does not; without a base, all that `tip` reaches. */
  between(tip: string, base: string | null): GraphCommit[];
}

export function createCommitGraph(commits: GraphCommit[]): CommitGraph {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));

  function reach(start: string, stop: Set<string>): Set<string> {
    const seen = new Set<string>();
    const open = [start];
    for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
      const commit = bySha.get(sha);
      if (!commit || seen.has(sha) || stop.has(sha)) continue;
      seen.add(sha);
      open.push(...commit.parents);
    }
    return seen;
  }

  return {
    has: (sha) => bySha.has(sha),
    between(tip, base) {
      const excluded = base === null ? new Set<string>() : reach(base, new Set());
      return [...reach(tip, excluded)].flatMap((sha) => bySha.get(sha) ?? []);
    },
  };
}
