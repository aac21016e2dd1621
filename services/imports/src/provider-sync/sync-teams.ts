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
 * The teams of the organizations whose repos an entity imports, now and then, as its code host has them. Where the token may not read those
 * of one organization, the others follow, and what is not named stays as it is.
 */
export async function syncHostTeams(context: Context, entityId: number, signal: AbortSignal): Promise<void> {
  if (!(await takeTeamsTurn(context.postgres, entityId, EVERY_MINUTES))) return;
  await logFailure(context, entityId, async () => {
    const organizations = await importedOrganizations(context.postgres, entityId, HOST);
    if (organizations.length === 0) return;
    const { connections } = await context.identity.lendConnections({ entityId, gitProviderEm: HOST });
    if (connections.length === 0) return;
    const teams: HostTeam[] = [];
    let othersUnread = false;
    for (const [endpoint, group] of Map.groupBy(
      connections.map(hostConnection),
      (connection) => connection.endpoint ?? '',
    )) {
      const host = openCodeHost(group, openRuntime(context, entityId, { signal }));
      for (const organization of organizations) {
        const found = await readableTeams(context, entityId, organization, host.listTeams?.(organization) ?? []);
        othersUnread ||= found === null;
        teams.push(...(found ?? []).map((team) => ofEndpoint(endpoint, team)));
      }
    }
    await sendTeams(context, entityId, TEAM_SOURCE_GITHUB, { teams, othersUnread });
  });
}

/** Null where the token may not read them. */
async function readableTeams(
  { log }: Context,
  entityId: number,
  organization: string,
  pages: Iterable<never> | AsyncIterable<{ items: HostTeam[] }>,
): Promise<HostTeam[] | null> {
  const teams: HostTeam[] = [];
  try {
    for await (const { items } of pages) teams.push(...items);
    return teams;
  } catch (error) {
    if (!isProviderError(error, 'access_denied')) throw error;
    log.warn(
      { err: error, internal: error.internal, entityId, organization },
      'reading the teams of an organization failed, teams that no other has stay as they are',
    );
    return null;
  }
}

/** The projects of a tracker and who has a role in them. One that cannot be read stays as it is, and is returned; all do where there is no list of them. */
export async function syncTrackerTeams(context: Context, entityId: number, tracker: Tracker): Promise<UnreadPart[]> {
  const unread: UnreadPart[] = [];
  await logFailure(context, entityId, async () => {
    const teams: HostTeam[] = [];
    const unreadExternalIds: string[] = [];
    try {
      for await (const page of tracker.teams()) {
        teams.push(...page.items);
        unread.push(...page.unread);
        unreadExternalIds.push(...page.unread.map(({ teamHostId }) => teamHostId));
      }
    } catch (error) {
      if (concernsPartOnly(error)) unread.push({ part: 'project', id: null, error });
      throw error;
    }
    await sendTeams(context, entityId, TEAM_SOURCE_JIRA, { teams, unreadExternalIds });
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
  { teams, ...unread }: { teams: HostTeam[]; unreadExternalIds?: string[]; othersUnread?: boolean },
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
      ...unread,
    },
    { deadlineMs: 60_000 },
  );
  const counts = { teams: teams.length, ...unread, unknownMembers: unknownIdentifiers.length };
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
