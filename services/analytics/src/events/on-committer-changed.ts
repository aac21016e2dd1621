import type { committerChanged } from '@linescope/contract/events/developers-teams-events';
import { committersTable } from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { Context } from '../context.ts';
import type { RowBuffer } from '../store/row-buffer.ts';
import { wakeWaiting } from '../store/telemetry.ts';
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

/** Copies the committer; usage that telemetry reported under one of their names may have waited for them. */
export const onCommitterChanged =
  ({ postgres }: Pick<Context, 'postgres'>, rows: RowBuffer) =>
  async (event: EventOf<typeof committerChanged>): Promise<void> => {
    const { email, userName, gitProviderId } = event.data;
    const names = [email, userName, gitProviderId].flatMap((name) => (name ? [name.toLowerCase()] : []));
    await Promise.all([
      rows.add(committersTable, committerRow(event)),
      names.length > 0 && wakeWaiting(postgres, event.entityId, names),
    ]);
  };
