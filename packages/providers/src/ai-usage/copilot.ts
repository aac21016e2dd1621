import { COPILOT, COPILOT_ENTERPRISE_TEAMS } from '@linescope/contract/vendors';
import type { z } from 'zod';
import { githubBaseUrl } from '../code-hosts/github/client.ts';
import { isProviderError, ProviderError } from '../errors.ts';
import { downloadLines } from '../pacing/download-lines.ts';
import { createProviderClient } from '../pacing/provider-client.ts';
import type { Runtime } from '../pacing/runtime.ts';
import type { AiProviderName } from '../provider-names.ts';
import type { AiConnection, AiUsageCollector } from './collector.ts';
import { linksSchema, missingInReport, rowsOfUser, userLineSchema, userTeamLineSchema } from './copilot-report.ts';

/** Reports are files behind signed links: one call for the links, then the files, without our token. */
function reportsOf(connection: AiConnection, runtime: Runtime, owner: 'orgs' | 'enterprises') {
  if (!connection.account) {
    throw new ProviderError('endpoint_refused', { internal: 'the connection names no account' });
  }
  const root = `${owner}/${encodeURIComponent(connection.account)}/copilot/metrics/reports`;
  const client = createProviderClient({
    baseUrl: githubBaseUrl(connection.endpoint),
    runtime,
    windowMs: 3_600_000,
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    connections: [
      { id: connection.id, headers: { authorization: `Bearer ${connection.token}` }, secrets: [connection.token] },
    ],
  });
  return async <S extends z.ZodType>(report: string, day: string, schema: S): Promise<z.output<S>[] | null> => {
    const { data } = await client.send({ path: `${root}/${report}`, schema: linksSchema, query: { day } });
    if (data === null) return null;
    const lines: z.output<S>[] = [];
    for (const link of data.download_links) lines.push(...(await downloadLines(runtime, link, schema)));
    return lines;
  };
}

async function collectUsers(
  read: ReturnType<typeof reportsOf>,
  day: string,
  provider: AiProviderName,
  teams: ReadonlyMap<string, string[]>,
) {
  const users = (await read('users-1-day', day, userLineSchema))?.filter((line) => line.day === day);
  if (!users) return null;
  const rows = users.flatMap((line) => rowsOfUser(line, provider, teams.get(line.user_login) ?? []));
  return { rows, missing: missingInReport(users) };
}

export function copilotCollector(connection: AiConnection, runtime: Runtime): AiUsageCollector {
  const read = reportsOf(connection, runtime, 'orgs');
  return { collect: (day) => collectUsers(read, day, COPILOT, new Map()) };
}

export function copilotEnterpriseTeamsCollector(connection: AiConnection, runtime: Runtime): AiUsageCollector {
  const read = reportsOf(connection, runtime, 'enterprises');

  /** Small teams are left out of the vendor's report, and an account may have none at all. */
  async function teamsOf(day: string): Promise<Map<string, string[]>> {
    const teams = new Map<string, string[]>();
    try {
      for (const { user_login, slug } of (await read('user-teams-1-day', day, userTeamLineSchema)) ?? []) {
        if (user_login && slug) teams.set(user_login, [...new Set([...(teams.get(user_login) ?? []), slug])].sort());
      }
    } catch (error) {
      if (!isProviderError(error, 'not_found')) throw error;
    }
    return teams;
  }

  return {
    collect: async (day) => collectUsers(read, day, COPILOT_ENTERPRISE_TEAMS, await teamsOf(day)),
  };
}
