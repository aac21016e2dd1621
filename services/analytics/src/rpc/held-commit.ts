import { type CommitGraph, OUTSIDE } from '../domain/commit-graph.ts';
import type { StoredCommit } from '../store/commits.ts';

/** A commit as it is held in memory, which is without its message; null where the number is of none that a branch reaches. */
export function heldCommit(graph: CommitGraph, repoId: number, number: number): StoredCommit | null {
  const commit = number === OUTSIDE ? null : graph.at(number);
  if (!commit?.existent) return null;
  return {
    repo_id: repoId,
    sha: commit.sha,
    authored_at: commit.authoredAt,
    committed_at: commit.committedAt,
    on_default_branch: commit.onDefaultBranch,
    committer_id: commit.committerId,
    message: '',
  };
}
