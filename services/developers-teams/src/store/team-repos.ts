import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Team } from '../domain/team.ts';

const repoRow = z.object({ id: z.number(), path: z.string() });
export type TeamRepo = z.infer<typeof repoRow>;

export const reposOfTeams = (db: Queryable, teamIds: number[]): Promise<TeamRepo[]> =>
  db.many(
    repoRow,
    'SELECT DISTINCT repo_id AS id, repo_path AS path FROM team_repos WHERE team_id = ANY($1) ORDER BY repo_path, repo_id',
    [teamIds],
  );

/** What the API gives no code host takes away. */
export const addRepos = (tx: Transaction, team: Team, repos: TeamRepo[]): Promise<void> =>
  putRepos(tx, team, repos, true);

/** The repos that a code host has for the team now, beside those that the API gave. */
export async function replaceHostRepos(tx: Transaction, team: Team, repos: TeamRepo[]): Promise<void> {
  await tx.run('DELETE FROM team_repos WHERE team_id = $1 AND NOT given_by_api AND repo_id <> ALL($2)', [
    team.id,
    repos.map((repo) => repo.id),
  ]);
  await putRepos(tx, team, repos, false);
}

async function putRepos(tx: Transaction, team: Team, repos: TeamRepo[], byApi: boolean): Promise<void> {
  await tx.run(
    `INSERT INTO team_repos AS known (entity_id, team_id, repo_id, repo_path, given_by_api)
     SELECT $1, $2, repo.id, repo.path, $5 FROM unnest($3::bigint[], $4::text[]) AS repo(id, path)
     ON CONFLICT (team_id, repo_id)
     DO UPDATE SET repo_path = excluded.repo_path, given_by_api = known.given_by_api OR excluded.given_by_api`,
    [team.entityId, team.id, repos.map((repo) => repo.id), repos.map((repo) => repo.path), byApi],
  );
}

const teamRow = z.object({ teamId: z.number() });

const renamedRow = teamRow.extend({ renamed: z.boolean() });

/** Follows a rename, unless a later one is known; returns the teams whose repos read otherwise now. */
export const renameRepo = async (
  tx: Transaction,
  repo: { entityId: number; repoId: number; path: string; version: number },
): Promise<number[]> =>
  (
    await tx.many(
      renamedRow,
      `UPDATE team_repos AS r SET repo_path = $3, repo_version = $4
       FROM (SELECT team_id, repo_id, repo_path FROM team_repos WHERE entity_id = $1 AND repo_id = $2) AS before
       WHERE r.team_id = before.team_id AND r.repo_id = before.repo_id AND r.repo_version < $4
       RETURNING r.team_id AS "teamId", before.repo_path <> $3 AS renamed`,
      [repo.entityId, repo.repoId, repo.path, repo.version],
    )
  ).flatMap(({ teamId, renamed }) => (renamed ? [teamId] : []));

/** Returns the teams that had it. */
export const removeTeamRepo = async (tx: Transaction, entityId: number, repoId: number): Promise<number[]> =>
  (
    await tx.many(
      teamRow,
      'DELETE FROM team_repos WHERE entity_id = $1 AND repo_id = $2 RETURNING team_id AS "teamId"',
      [entityId, repoId],
    )
  ).map((row) => row.teamId);
