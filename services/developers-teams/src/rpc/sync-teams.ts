import { invalidParameter } from '@linescope/contract/fault';
import { TEAM_SOURCE_GITHUB, TEAM_SOURCE_JIRA } from '@linescope/contract/vendors';
import { syncTeams as sync } from '../actions/teams/sync-teams.ts';
import type { Context } from '../context.ts';
import type { DevelopersTeamsHandlers } from './messages.ts';

export const syncTeams =
  (context: Context): DevelopersTeamsHandlers['syncTeams'] =>
  async ({ entityId, externalSourceEm, teams, unreadExternalIds, othersUnread }) => {
    if (externalSourceEm !== TEAM_SOURCE_GITHUB && externalSourceEm !== TEAM_SOURCE_JIRA)
      throw invalidParameter('external_source_em', 'external_source_em is unknown.');
    const { unknownIdentifiers } = await sync(context, entityId, externalSourceEm, {
      teams,
      unread: othersUnread ? 'all others' : unreadExternalIds,
    });
    return { teamCount: teams.length, unknownIdentifiers };
  };
