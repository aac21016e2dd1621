import type { committerChanged } from '@linescope/contract/events/developers-teams-events';
import { committersTable } from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { RowBuffer } from '../store/row-buffer.ts';
import type { EventOf } from './event-of.ts';

const committerRow = ({
  entityId,
  aggregateVersion,
  data,
}: EventOf<typeof committerChanged>): FactRow<typeof committersTable> => ({
  entity_id: entityId,
  committer_id: data.committerId,
  primary_id: data.primaryId,
  user_id: data.userId ?? 0,
  user_name: data.userName,
  full_name: data.fullName,
  email: data.email ?? '',
  git_provider_id: data.gitProviderId ?? '',
  avatar_url: data.avatarUrl ?? '',
  processing_status: data.processingStatusEm,
  bot: data.bot,
  has_seat: data.hasSeat,
  version: aggregateVersion,
});

export const onCommitterChanged =
  (rows: RowBuffer) =>
  (event: EventOf<typeof committerChanged>): Promise<void> =>
    rows.add(committersTable, committerRow(event));
