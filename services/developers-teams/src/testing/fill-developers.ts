import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const teamRow = z.object({ id: z.number() });

export const REPOS = 40;

/**
 * Persons of an entity, every tenth with a second identity: of all statuses, at work in one to three of forty repos over four
 * years, half of them in one of twenty teams. Returns the ids of the teams; the first holds a quarter of everybody.
 */
export async function fillDevelopers(
  db: Queryable,
  entityId: number,
  count: number,
  firstRepoId = 1,
): Promise<number[]> {
  await db.run(
    `WITH fresh AS MATERIALIZED (
       SELECT n, nextval(pg_get_serial_sequence('committers', 'id')) AS id FROM generate_series(1, $2::int) AS n
     )
     INSERT INTO committers (id, primary_id, entity_id, user_name, full_name, email, git_provider_em, git_provider_id,
       processing_status_em, last_authored_at, person_authored_at)
     OVERRIDING SYSTEM VALUE
     SELECT id, CASE WHEN n % 11 = 10 THEN id - 1 ELSE id END, $1, 'dev-' || n, 'Developer ' || n, 'dev-' || n || '@acme.example',
       'hostC', (100000 + n)::text, (ARRAY['processing_stats', 'processing_stats', 'limited_processing', 'not_processing'])[1 + n % 4],
       worked, CASE WHEN n % 11 <> 10 THEN worked END
     FROM fresh, LATERAL (SELECT timestamptz '2022-11-01' + n * 7919 % 2102400 * interval '1 minute' AS worked) AS at`,
    [entityId, Math.ceil(count * 1.1)],
  );
  await db.run(
    `INSERT INTO committer_repos (entity_id, repo_id, committer_id, primary_id, last_authored_at)
     SELECT DISTINCT ON (repo_id, id) entity_id, $2::bigint + (id * step) % ${REPOS} AS repo_id, id, primary_id, last_authored_at
     FROM committers, generate_series(1, 3) AS step WHERE entity_id = $1`,
    [entityId, firstRepoId],
  );
  const made = await db.many(
    teamRow,
    `INSERT INTO teams (entity_id, name, slug, created_on) SELECT $1, 'Team ' || n, 'team-' || n, '2026-01-01'
     FROM generate_series(1, 20) AS n RETURNING id`,
    [entityId],
  );
  const teamIds = made.map((team) => team.id);
  await db.run(
    `INSERT INTO team_members (entity_id, team_id, committer_id, from_day)
     SELECT entity_id, ($2::bigint[])[CASE WHEN id % 4 = 0 THEN 1 ELSE 2 + id % 19 END], id, '2026-01-01'
     FROM committers WHERE entity_id = $1 AND is_person AND id % 2 = 0`,
    [entityId, teamIds],
  );
  await db.run('ANALYZE committers, committer_repos, team_members');
  return teamIds;
}
