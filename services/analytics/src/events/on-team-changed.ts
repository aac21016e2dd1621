import type { teamChanged } from '@linescope/contract/events/developers-teams-events';
import { teamsTable } from '@linescope/facts/copy-tables';
import type { FactRow } from '@linescope/facts/table';
import type { RowBuffer } from '../store/row-buffer.ts';
import type { EventOf } from './event-of.ts';

const FOREVER = '2199-12-31';
const dayOf = (time: string): string => time.slice(0, 10);

const teamRow = ({ entityId, aggregateVersion, data }: EventOf<typeof teamChanged>): FactRow<typeof teamsTable> => ({
  entity_id: entityId,
  team_id: data.teamId,
  name: data.name,
  slug: data.slug,
  parent_team_id: data.parentTeamId ?? 0,
  board_id: data.projectBoardId ?? '',
  repo_paths: data.repoPaths,
  member_ids: data.members.map((member) => member.committerId),
  member_from: data.members.map((member) => dayOf(member.from)),
  member_until: data.members.map((member) => (member.until ? dayOf(member.until) : FOREVER)),
  manager_user_ids: data.managerUserIds,
  external_source: data.externalSourceEm ?? '',
  removed: data.removed,
  version: aggregateVersion,
});

export const onTeamChanged =
  (rows: RowBuffer) =>
  (event: EventOf<typeof teamChanged>): Promise<void> =>
    rows.add(teamsTable, teamRow(event));
