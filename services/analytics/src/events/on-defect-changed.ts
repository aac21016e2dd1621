import type { defectChanged } from '@linescope/contract/events/defects-releases-events';
import { defectsTable } from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { RowBuffer } from '../store/row-buffer.ts';
import type { EventOf } from './event-of.ts';

const defectRow = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof defectChanged>): FactRow<typeof defectsTable> => ({
  entity_id: entityId,
  defect_id: data.defectId,
  defect_key: data.defectKey,
  category: data.category ?? '',
  severity: data.severity,
  organization_id: data.organizationId ?? 0,
  repo_id: data.repoId ?? 0,
  repo_ids: data.fixRepoIds ?? [...new Set(data.fixes.map((fix) => fix.repoId))],
  detected_at: data.detectedAt,
  first_fix_activity_at: data.firstFixActivityAt,
  first_fix_merged_at: data.firstFixMergedAt,
  first_fix_released_at: data.firstFixReleasedAt,
  resolved_at: data.resolvedAt,
  ...fixColumns(data.fixCommits ?? data.fixes),
  removed: data.removed,
  version: aggregateVersion,
});

/** Fix commits as two lists side by side: forks have commits of the same sha. */
function fixColumns(fixes: readonly { repoId: number; sha: string | null }[]) {
  const named = new Map(
    fixes.flatMap(({ repoId, sha }) => (sha ? [[`${repoId} ${sha}`, { repoId, sha }] as const] : [])),
  );
  const commits = [...named.values()];
  return { fix_shas: commits.map(({ sha }) => sha), fix_repo_ids: commits.map(({ repoId }) => repoId) };
}

export const onDefectChanged =
  (rows: RowBuffer) =>
  (event: EventOf<typeof defectChanged>): Promise<void> =>
    rows.add(defectsTable, defectRow(event));
