import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { PROCESSING_STATUSES } from '@linescope/contract/enums';
import { z } from 'zod';
import type { Membership, Team } from '../domain/team.ts';

const membershipRow = z.object({
  committerId: z.number(),
  roleEm: z.string(),
  from: z.string(),
  until: z.string().nullable(),
});

/** Everyone who is or was in the team. */
export const membershipsOf = (db: Queryable, teamId: number): Promise<Membership[]> =>
  db.many(
    membershipRow,
    `SELECT committer_id AS "committerId", role_em AS "roleEm", from_day AS "from", until_day AS "until"
     FROM team_members WHERE team_id = $1 ORDER BY committer_id, from_day`,
    [teamId],
  );

/** Who is in it already stays as they are; who left today never left. */
export async function addMembers(
  tx: Transaction,
  team: Team,
  committerIds: number[],
  { from, today, source }: { from: string; today: string; source: string },
) {
  if (committerIds.length === 0) return;
  await tx.run(
    `UPDATE team_members SET until_day = NULL, sources = '{}' WHERE team_id = $1 AND committer_id = ANY($2) AND until_day = $3`,
    [team.id, committerIds, today],
  );
  await tx.run(
    `UPDATE team_members SET sources = sources || $3::text
     WHERE team_id = $1 AND committer_id = ANY($2) AND until_day IS NULL AND $3 <> ALL (sources)`,
    [team.id, committerIds, source],
  );
  await tx.run(
    `INSERT INTO team_members (entity_id, team_id, committer_id, from_day, sources)
     SELECT $1, $2, added.id, $4, ARRAY[$5] FROM unnest($3::bigint[]) AS added(id)
     WHERE NOT EXISTS (
       SELECT FROM team_members WHERE team_id = $2 AND committer_id = added.id AND until_day IS NULL)`,
    [team.entityId, team.id, committerIds, from, source],
  );
}

/** Who joined today (`joined`) never was a member; the others were until now. */
export async function removeMembers(
  tx: Transaction,
  teamId: number,
  committerIds: number[],
  joined: string,
  today: string,
) {
  if (committerIds.length === 0) return;
  await tx.run(
    'DELETE FROM team_members WHERE team_id = $1 AND committer_id = ANY($2) AND until_day IS NULL AND from_day >= $3',
    [teamId, committerIds, joined],
  );
  await tx.run(
    'UPDATE team_members SET until_day = $3 WHERE team_id = $1 AND committer_id = ANY($2) AND until_day IS NULL',
    [teamId, committerIds, today],
  );
}

const userRow = z.object({ userId: z.number() });

export const managersOf = async (db: Queryable, teamIds: number[]): Promise<number[]> =>
  (
    await db.many(
      userRow,
      'SELECT DISTINCT user_id AS "userId" FROM team_managers WHERE team_id = ANY($1) ORDER BY 1',
      [teamIds],
    )
  ).map((row) => row.userId);

export async function addManagers(tx: Transaction, team: Team, userIds: number[]): Promise<void> {
  await tx.run(
    `INSERT INTO team_managers (entity_id, team_id, user_id) SELECT $1, $2, added.id FROM unnest($3::bigint[]) AS added(id)
     ON CONFLICT DO NOTHING`,
    [team.entityId, team.id, userIds],
  );
}

export async function removeManagers(tx: Transaction, teamId: number, userIds: number[]): Promise<void> {
  await tx.run('DELETE FROM team_managers WHERE team_id = $1 AND user_id = ANY($2)', [teamId, userIds]);
}

const personRow = z.object({
  id: z.number(),
  userName: z.string(),
  fullName: z.string(),
  status: z.enum(PROCESSING_STATUSES),
  userId: z.number().nullable(),
  identityCount: z.number(),
});
export type TeamPerson = z.infer<typeof personRow>;

const PERSONS = `SELECT person.id, person.user_name AS "userName", person.full_name AS "fullName", person.user_id AS "userId",
    person.processing_status_em AS status, count(*) AS "identityCount"
  FROM committers AS person JOIN committers AS identities ON identities.primary_id = person.id`;

/** Who is in one of these teams today, with the number of their identities. */
export const personsOfTeams = (db: Queryable, teamIds: number[]): Promise<TeamPerson[]> =>
  db.many(
    personRow,
    `${PERSONS}
     WHERE person.id IN (SELECT committer_id FROM team_members WHERE team_id = ANY($1) AND until_day IS NULL)
     GROUP BY person.id ORDER BY person.user_name`,
    [teamIds],
  );

export const personsOfEntity = (db: Queryable, entityId: number): Promise<TeamPerson[]> =>
  db.many(
    personRow,
    `${PERSONS} WHERE person.entity_id = $1 AND person.is_person GROUP BY person.id ORDER BY person.user_name`,
    [entityId],
  );

const spanRow = z.object({
  teamId: z.number(),
  entityId: z.number(),
  from: z.string(),
  until: z.string().nullable(),
  sources: z.array(z.string()),
});

/** Memberships of one who turned out to be another: spans of both that meet become one; returns the teams concerned. */
export async function moveMemberships(tx: Transaction, fromId: number, toId: number): Promise<number[]> {
  const spans = await tx.many(
    spanRow,
    `SELECT team_id AS "teamId", entity_id AS "entityId", lower(days) AS "from", upper(days) AS "until",
       (SELECT array_agg(DISTINCT source ORDER BY source) FROM team_members AS known, unnest(known.sources) AS source
        WHERE known.committer_id IN ($1, $2) AND known.team_id = merged.team_id) AS sources
     FROM (
       SELECT team_id, entity_id, unnest(range_agg(daterange(from_day, until_day))) AS days FROM team_members
       WHERE committer_id IN ($1, $2) AND team_id IN (SELECT team_id FROM team_members WHERE committer_id = $1)
       GROUP BY team_id, entity_id
     ) AS merged ORDER BY team_id, days`,
    [fromId, toId],
  );
  const teamIds = [...new Set(spans.map((span) => span.teamId))];
  await tx.run('DELETE FROM team_members WHERE committer_id IN ($1, $2) AND team_id = ANY($3)', [
    fromId,
    toId,
    teamIds,
  ]);
  for (const { entityId, teamId, from, until, sources } of spans)
    await tx.run(
      'INSERT INTO team_members (entity_id, team_id, committer_id, from_day, until_day, sources) VALUES ($1, $2, $3, $4, $5, $6)',
      [entityId, teamId, toId, from, until, sources],
    );
  return teamIds;
}
