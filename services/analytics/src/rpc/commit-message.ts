import { isoTimestamp } from '@linescope/contract/date-time';
import type { StoredCommit } from '../store/commits.ts';

/** A commit as the proto describes it. */
export const commitMessage = (commit: StoredCommit, mergedAt: number | null = null) => ({
  repoId: commit.repo_id,
  sha: commit.sha,
  authoredAt: isoTimestamp(new Date(commit.authored_at * 1000)),
  committedAt: isoTimestamp(new Date(commit.committed_at * 1000)),
  onDefaultBranch: commit.on_default_branch,
  committerId: commit.committer_id,
  message: commit.message,
  mergedAt: mergedAt === null ? '' : isoTimestamp(new Date(mergedAt * 1000)),
});

/** Keys beyond this many in one call are ignored. */
export const MAX_KEYS = 1000;
