import { commitsNaming } from './commits-naming.ts';
import { countIncompleteCommits, findMissingCommits } from './compare-facts.ts';
import { countReleases } from './count-releases.ts';
import { findCommit } from './find-commit.ts';
import { findIssues } from './find-issues.ts';
import { listDerivations } from './list-derivations.ts';
import { newestCommitBefore } from './newest-commit-before.ts';
import { previewDiffDelta } from './preview-diff-delta.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const analyticsHandlers = (context: RpcContext): AnalyticsHandlers => ({
  findCommit: findCommit(context),
  newestCommitBefore: newestCommitBefore(context),
  countReleases: countReleases(context),
  commitsNaming: commitsNaming(context),
  findIssues: findIssues(context),
  previewDiffDelta: previewDiffDelta(context),
  listDerivations: listDerivations(context),
  findMissingCommits: findMissingCommits(context),
  countIncompleteCommits: countIncompleteCommits(context),
});
