/** A commit as analytics knows it. */
export interface KnownCommit {
  sha: string;
  authoredAt: Date;
  committedAt: Date;
  /** Null where it is not on the default branch. */
  mergedAt: Date | null;
}

interface WireCommit {
  sha: string;
  authoredAt: string;
  committedAt: string;
  onDefaultBranch: boolean;
}

export function toKnownCommit(wire: WireCommit): KnownCommit {
  const committedAt = new Date(wire.committedAt);
  return {
    sha: wire.sha,
    authoredAt: new Date(wire.authoredAt),
    committedAt,
    mergedAt: wire.onDefaultBranch ? committedAt : null,
  };
}
