import { invalidParameter } from '@linescope/contract/fault';
import { TEAM_SOURCE_GITHUB, TEAM_SOURCE_JIRA } from '@linescope/contract/vendors';
import type { Handlers } from '@linescope/proto/calls';
import type { DevelopersTeamsDefinition } from '@linescope/proto/services';
import { joinCommitters, splitCommitter } from '../actions/join-committers.ts';
import { syncTeams } from '../actions/sync-teams.ts';
import type { Context } from '../context.ts';
import { committerMessage, findCommitters } from './find-committers.ts';
import { resolveIdentities } from './resolve-identities.ts';
import { resolveTeam } from './resolve-team.ts';
import { statsAccess } from './stats-access.ts';

/** What developers-teams tells other units, and does for them. */
export function developersTeamsHandlers(context: Context): Handlers<DevelopersTeamsDefinition> {
  return {
    resolveIdentities: (request) => resolveIdentities(context, request),
    findCommitters: (request) => findCommitters(context, request),
    resolveTeam: (request) => resolveTeam(context, request),
    statsAccess: (request) => statsAccess(context, request),
    async joinCommitters({ entityId, primaryIdentifier, identifiers }) {
      const committers = await joinCommitters(context, entityId, primaryIdentifier, identifiers);
      return { committers: committers.map(committerMessage) };
    },
    async splitCommitter({ entityId, identifier }) {
      return { committer: committerMessage(await splitCommitter(context, entityId, identifier)) };
    },
    async syncTeams({ entityId, externalSourceEm, teams }) {
      if (externalSourceEm !== TEAM_SOURCE_GITHUB && externalSourceEm !== TEAM_SOURCE_JIRA)
        throw invalidParameter('external_source_em', 'external_source_em is unknown.');
      const { unknownIdentifiers } = await syncTeams(context, entityId, externalSourceEm, teams);
      return { teamCount: teams.length, unknownIdentifiers };
    },
  };
}
