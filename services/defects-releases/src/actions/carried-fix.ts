import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import type { KnownCommit } from '../domain/commit.ts';
import type { Release } from '../domain/release.ts';
import type { NewFix } from '../store/fixes.ts';

/** A fix that a release carries. Its time is a copy: what counts is that of the release. */
export const carriedFix = (
  release: Release,
  repo: Pick<ScopedRepo, 'id' | 'organizationId' | 'path'>,
  commit: KnownCommit | null,
  defectId: number,
): NewFix => ({
  entityId: release.entityId,
  defectId,
  repo,
  sha: release.sha,
  namesCommit: false,
  releasedAt: release.releasedAt,
  awaitsCommit: release.awaitsCommit,
  releasedNowAt: null,
  pushedAt: null,
  authoredAt: commit?.authoredAt ?? null,
  mergedAt: commit?.committedAt ?? null,
  releaseId: release.id,
});
