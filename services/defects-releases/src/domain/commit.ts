/** A commit as analytics knows it. */
export interface KnownCommit {
  sha: string;
  authoredAt: Date;
  committedAt: Date;
  /** With its pull request, else when it was committed on the default branch; null: not merged. */
  mergedAt: Date | null;
}

interface WireCommit {
  sha: string;
  authoredAt: string;
  committedAt: string;
  mergedAt: string;
}

export function toKnownCommit(wire: WireCommit): KnownCommit {
  return {
    sha: wire.sha,
    authoredAt: new Date(wire.authoredAt),
    committedAt: new Date(wire.committedAt),
    mergedAt: wire.mergedAt === '' ? null : new Date(wire.mergedAt),
  };
}
