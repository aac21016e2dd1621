import type { repoRegistered } from '@linescope/contract/events/identity-events';
import { reposTable } from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { RowBuffer } from '../store/row-buffer.ts';
import type { EventOf } from './event-of.ts';

const repoRow = ({ entityId, aggregateVersion, data }: EventOf<typeof repoRegistered>): FactRow<typeof reposTable> => ({
  entity_id: entityId,
  repo_id: data.repoId,
  organization_id: data.organizationId,
  path: `${data.organizationSlug}/${data.repoSlug}`,
  version: aggregateVersion,
});

export const onRepoRegistered =
  (rows: RowBuffer) =>
  (event: EventOf<typeof repoRegistered>): Promise<void> =>
    rows.add(reposTable, repoRow(event));
