import type { releaseChanged } from '@linescope/contract/events/defects-releases-events';
import { releasesTable } from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { Context } from '../context.ts';
import type { RowBuffer } from '../store/row-buffer.ts';
import { markReleasesStale } from '../store/stale-releases.ts';
import type { EventOf } from './event-of.ts';

const releaseRow = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof releaseChanged>): FactRow<typeof releasesTable> => ({
  entity_id: entityId,
  repo_id: data.repoId,
  release_id: data.releaseId,
  name: data.name ?? '',
  sha: data.sha ?? '',
  previous_sha: data.previousSha ?? '',
  released_at: data.releasedAt,
  triggered_by: data.triggeredBy,
  deployed_by_committer_id: data.deployedByCommitterId ?? 0,
  defect_keys: data.defectKeys,
  issue_keys: data.issueKeys,
  removed: data.removed,
  version: aggregateVersion,
});

/** Marks the repo as urgent and wakes the refresh job, since a caller waits for the release. */
export const onReleaseChanged =
  ({ postgres }: Pick<Context, 'postgres'>, rows: RowBuffer, wakeRefresh: () => void) =>
  async (event: EventOf<typeof releaseChanged>): Promise<void> => {
    await rows.add(releasesTable, releaseRow(event));
    await markReleasesStale(postgres, event.entityId, event.data.repoId, { urgent: true });
    wakeRefresh();
  };
