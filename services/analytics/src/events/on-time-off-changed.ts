import type { timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import { timeOffTable } from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { RowBuffer } from '../store/row-buffer.ts';
import type { EventOf } from './event-of.ts';

const timeOffRow = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof timeOffChanged>): FactRow<typeof timeOffTable> => ({
  entity_id: entityId,
  committer_id: data.committerId,
  starts: data.ranges.map((range) => range.startDate),
  ends: data.ranges.map((range) => range.endDate),
  version: aggregateVersion,
});

export const onTimeOffChanged =
  (rows: RowBuffer) =>
  (event: EventOf<typeof timeOffChanged>): Promise<void> =>
    rows.add(timeOffTable, timeOffRow(event));
