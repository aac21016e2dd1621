import { notImportedYet } from '@linescope/chassis/scope/resolve-scope';
import { OUTSIDE } from '../domain/commit-graph.ts';
import { commitNamed, nothingImported, unknownBranch } from '../domain/line-history/query-faults.ts';
import { findBranchTip } from '../store/branch-tips.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import type { LineHistoryContext } from './line-history-context.ts';

export interface RepoVersion {
  entityId: number;
  repoId: number;
  /** The repo's default branch, which counts where neither of the others is given. */
  defaultBranch: string;
  sha?: string | undefined;
  branch?: string | undefined;
}

/** A sha that is not in the recent snapshot may have been stored since. */
export async function snapshotWith(
  { repoSnapshots }: Pick<LineHistoryContext, 'repoSnapshots'>,
  { entityId, repoId, sha }: { entityId: number; repoId: number; sha: string },
): Promise<RepoSnapshot> {
  const held = repoSnapshots.held(entityId, repoId);
  if (held?.graph.has(sha)) return held;
  const recent = await repoSnapshots.recent(entityId, repoId);
  return recent.graph.beginningWith(sha).length > 0 ? recent : repoSnapshots.current(entityId, repoId);
}

/** The commit that a sha, a branch, or neither names, and the repo as it is known then. */
export async function resolveVersion(
  context: Pick<LineHistoryContext, 'repoSnapshots' | 'postgres' | 'identity'>,
  version: RepoVersion,
): Promise<{ snapshot: RepoSnapshot; commit: number }> {
  const { entityId, repoId, branch, defaultBranch } = version;
  const sha = version.sha ?? (await findBranchTip(context.postgres, version, branch ?? defaultBranch));
  if (sha !== null) {
    const snapshot = await snapshotWith(context, { entityId, repoId, sha });
    if (version.sha !== undefined || snapshot.graph.has(sha))
      return { snapshot, commit: commitNamed(snapshot.graph, sha) };
  }
  if (branch !== undefined && branch !== defaultBranch) throw unknownBranch(branch);
  const snapshot = await context.repoSnapshots.recent(entityId, repoId);
  const commit = snapshot.graph.defaultTip();
  if (commit === OUTSIDE) throw nothingImported(await describeImport(context, version));
  return { snapshot, commit };
}

/** How far the repo's import is; undefined where it completed, or nobody knows. */
async function describeImport(
  { identity }: Pick<LineHistoryContext, 'identity'>,
  { entityId, repoId }: RepoVersion,
): Promise<string | undefined> {
  const { awaitedImport } = await identity
    .findAwaitedImport({ entityId, repoId })
    .catch(() => ({ awaitedImport: null }));
  return awaitedImport ? notImportedYet(awaitedImport) : undefined;
}
