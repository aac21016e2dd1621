import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const idRow = z.object({ id: z.number() });

/** The persons that a user is. */
export const personsOfUser = async (db: Queryable, entityId: number, userId: number): Promise<number[]> =>
  (
    await db.many(idRow, 'SELECT DISTINCT primary_id AS id FROM committers WHERE entity_id = $1 AND user_id = $2', [
      entityId,
      userId,
    ])
  ).map((row) => row.id);

/** The teams a user manages, and all teams below them. */
export const managedTeams = async (db: Queryable, entityId: number, userId: number): Promise<number[]> =>
  (
    await db.many(
      idRow,
      `WITH RECURSIVE managed AS (
         SELECT team_id AS id FROM team_managers WHERE entity_id = $1 AND user_id = $2
         UNION
         SELECT teams.id FROM teams JOIN managed ON teams.parent_id = managed.id
       ) SELECT id FROM managed ORDER BY id`,
      [entityId, userId],
    )
  ).map((row) => row.id);

/** The persons who are in one of these teams today. */
export const membersOfTeams = async (db: Queryable, teamIds: number[]): Promise<number[]> =>
  (
    await db.many(
      idRow,
      'SELECT DISTINCT committer_id AS id FROM team_members WHERE team_id = ANY($1) AND until_day IS NULL ORDER BY 1',
      [teamIds],
    )
  ).map((row) => row.id);
