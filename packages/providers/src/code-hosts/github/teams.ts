import { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import { hostId } from '../../reading/host-id.ts';
import type { HostTeam } from '../../team.ts';

const teamsSchema = z.array(
  z.object({ id: hostId, name: z.string(), slug: z.string(), parent: z.object({ id: hostId }).nullish() }),
);
const membersSchema = z.array(z.object({ id: hostId }));
const reposSchema = z.array(z.object({ full_name: z.string() }));

/** The teams of an organization with those in them; a team's members include those of the teams below it. */
export async function* githubTeams(
  client: ProviderClient,
  organization: string,
): AsyncGenerator<{ items: HostTeam[] }> {
  const base = `orgs/${encodeURIComponent(organization)}/teams`;
  // A user's own namespace has no teams, and a team that is gone by now has nothing.
  const all = async <S extends z.ZodType<unknown[]>>(path: string, schema: S): Promise<z.output<S>[number][]> => {
    const items: z.output<S>[number][] = [];
    try {
      for await (const { data } of pagesOf(client, { path, schema }, 'inMemory')) items.push(...data);
    } catch (error) {
      if (!isProviderError(error, 'not_found')) throw error;
    }
    return items;
  };
  for (const team of await all(base, teamsSchema)) {
    const below = `${base}/${encodeURIComponent(team.slug)}`;
    const members = (await all(`${below}/members`, membersSchema)).map((member) => member.id);
    const repoPaths = (await all(`${below}/repos`, reposSchema)).map((repo) => repo.full_name);
    const item = { hostId: team.id, name: team.name, parentHostId: team.parent?.id ?? null, members, repoPaths };
    yield { items: [item] };
  }
}
