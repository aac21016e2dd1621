import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import { z } from 'zod';

const teamRow = z.object({
  team_id: z.coerce.number(),
  name: z.string(),
  slug: z.string(),
  parent_team_id: z.coerce.number(),
  repo_paths: z.array(z.string()),
  has_members: z.coerce.boolean(),
});
export type Team = z.infer<typeof teamRow>;

export const readTeams = (clickHouse: ClickHouse, entityId: number): Promise<Team[]> =>
  clickHouse.query({
    name: 'teams',
    sql: `SELECT team_id, name, slug, parent_team_id, repo_paths, notEmpty(member_ids) AS has_members
          FROM teams FINAL WHERE entity_id = {entity_id:UInt64} AND NOT removed ORDER BY team_id`,
    params: { entity_id: entityId },
    row: teamRow,
  });

/** For every team, the teams that its members count in: itself and those above it, with the repos each is limited to. */
export function lineageOf(teams: Team[], repos: ScopedRepo[]) {
  const byId = new Map(teams.map((team) => [team.team_id, team]));
  const reposOf = (team: Team): number[] => {
    if (team.repo_paths.length === 0) return [];
    const ids = repos.filter((repo) => team.repo_paths.includes(repo.path)).map((repo) => repo.id);
    // A team whose repos are all out of scope counts nothing; an empty list would mean all of them.
    return ids.length > 0 ? ids : [0];
  };
  const links: { team: number; counted: number; repos: number[] }[] = [];
  for (const team of teams) {
    const seen = new Set<number>();
    for (
      let above: Team | undefined = team;
      above && !seen.has(above.team_id);
      above = byId.get(above.parent_team_id)
    ) {
      seen.add(above.team_id);
      links.push({ team: team.team_id, counted: above.team_id, repos: reposOf(above) });
    }
  }
  return links;
}

/** Teams whose series the scope can hold: with members, and not limited to repos outside it. */
export const teamsInScope = (teams: Team[], repos: ScopedRepo[]): Team[] =>
  teams.filter(
    (team) =>
      team.has_members && (team.repo_paths.length === 0 || repos.some((repo) => team.repo_paths.includes(repo.path))),
  );
