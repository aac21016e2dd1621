import { GITHUB, TEAM_SOURCE_GITHUB, TEAM_SOURCE_JIRA } from '@linescope/contract/vendors';
import { openCodeHost } from '@linescope/providers/code-hosts/open-code-host';
import { isProviderError } from '@linescope/providers/errors';
import type { HostTeam } from '@linescope/providers/team';
import { concernsPartOnly, type Tracker, type UnreadPart } from '@linescope/providers/trackers/tracker';
import type { Context } from '../context.ts';
import { importedOrganizations, takeTeamsTurn } from '../store/team-readings.ts';
import { hostConnection } from './host-connection.ts';
import { openRuntime } from './provider-runtime.ts';

const HOST = GITHUB;
const EVERY_MINUTES = 15;
/** More cannot be a real organization chart; the rest is ignored. */
const MAX_TEAMS = 2_000;

/**
 * The teams of the organizations whose repos an entity imports, now and then, as its code host has them. Where one
 * organization cannot be read, all stay as they are: what is not named would be removed.
 */
export async function syncHostTeams(context: Context, entityId: number, signal: AbortSignal): Promise<void> {
  if (!(await takeTeamsTurn(context.postgres, entityId, EVERY_MINUTES))) return;
  await logFailure(context, entityId, async () => {
    const organizations = await importedOrganizations(context.postgres, entityId, HOST);
    if (organizations.length === 0) return;
    const { connections } = await context.identity.lendConnections({ entityId, gitProviderEm: HOST });
    if (connections.length === 0) return;
    const teams: HostTeam[] = [];
    for (const [endpoint, group] of Map.groupBy(
      connections.map(hostConnection),
      (connection) => connection.endpoint ?? '',
    )) {
      const host = openCodeHost(group, openRuntime(context, entityId, { signal }));
      for (const organization of organizations)
        for await (const page of host.listTeams?.(organization) ?? [])
          teams.push(...page.items.map((team) => ofEndpoint(endpoint, team)));
    }
    await sendTeams(context, entityId, TEAM_SOURCE_GITHUB, teams);
  });
}

/** The projects of a tracker and who has a role in them. One that cannot be read stays as it is, and is returned; all do where there is no list of them. */
export async function syncTrackerTeams(context: Context, entityId: number, tracker: Tracker): Promise<UnreadPart[]> {
  const unread: UnreadPart[] = [];
  await logFailure(context, entityId, async () => {
    const teams: HostTeam[] = [];
    const unreadTeams: string[] = [];
    try {
      for await (const page of tracker.teams()) {
        teams.push(...page.items);
        unread.push(...page.unread);
        unreadTeams.push(...page.unread.map(({ teamHostId }) => teamHostId));
      }
    } catch (error) {
      if (concernsPartOnly(error)) unread.push({ part: 'project', id: null, error });
      throw error;
    }
    await sendTeams(context, entityId, TEAM_SOURCE_JIRA, teams, unreadTeams);
  });
  return unread;
}

/** Ids are unique at one host only. */
function ofEndpoint(endpoint: string, team: HostTeam): HostTeam {
  const mark = (id: string) => (endpoint === '' ? id : `${new URL(endpoint).host}/${id}`);
  return { ...team, hostId: mark(team.hostId), parentHostId: team.parentHostId && mark(team.parentHostId) };
}

async function sendTeams(
  context: Context,
  entityId: number,
  externalSourceEm: string,
  teams: HostTeam[],
  unreadExternalIds: string[] = [],
): Promise<void> {
  const { unknownIdentifiers } = await context.developersTeams.syncTeams(
    {
      entityId,
      externalSourceEm,
      teams: teams.slice(0, MAX_TEAMS).map((team) => ({
        externalId: team.hostId,
        name: team.name,
        parentExternalId: team.parentHostId ?? '',
        memberIdentifiers: team.members,
        repoPaths: team.repoPaths,
      })),
      unreadExternalIds,
    },
    { deadlineMs: 60_000 },
  );
  const counts = { teams: teams.length, unread: unreadExternalIds.length, unknownMembers: unknownIdentifiers.length };
  context.log.info({ entityId, externalSourceEm, ...counts }, 'teams synced');
}

/** Teams are not essential to an import: a failure waits for the next sync rather than stopping it. */
async function logFailure(context: Context, entityId: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const internal = isProviderError(error) ? error.internal : undefined;
    context.log.warn(
      { err: error, internal, entityId },
      `syncing teams failed, retrying with an import in ${EVERY_MINUTES} minutes or later`,
    );
  }
}
